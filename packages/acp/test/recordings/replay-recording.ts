import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { displayTerminals, type DisplayEvent } from "@termwire/acp/client";
import { applyTerminalEvent, type TerminalState } from "@termwire/terminal";
import { renderPlainText } from "@termwire/terminal/plain-text";

/** A terminal as a client shows it in the end. */
export interface ShownTerminal {
  readonly dialect: DisplayEvent["dialect"];
  readonly toolCallId: string | null;
  readonly state: TerminalState;
  /** What is on the screen, without the line ends after the last line. */
  readonly output: string;
}

/** One line of a recording. */
export interface RecordedMessage {
  readonly t: number;
  readonly dir: "a2c" | "c2a";
  readonly msg: unknown;
}

/** The lines of one recording. */
export async function readRecording(name: string): Promise<readonly RecordedMessage[]> {
  const path = fileURLToPath(new URL(name, import.meta.url));
  const lines: RecordedMessage[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    lines.push(JSON.parse(line) as RecordedMessage); // what the recorder wrote
  }
  return lines;
}

/** Replays one recording, connection's end included, and gives its terminals in the order they were announced. */
export async function replayRecording(name: string): Promise<readonly ShownTerminal[]> {
  return replayMessages(await readRecording(name));
}

/** Replays traffic in the same way. */
export async function replayMessages(
  messages: readonly RecordedMessage[],
): Promise<readonly ShownTerminal[]> {
  const shown = new Map<string, { events: DisplayEvent[]; chunks: Uint8Array[] }>();
  let timeMs = 0;
  const terminals = displayTerminals({
    nowMs: () => timeMs,
    onEvent: (event) => {
      const entry = shown.get(event.event.id) ?? { events: [], chunks: [] };
      shown.set(event.event.id, entry);
      entry.events.push(event);
      if (event.event.type === "output-replaced") entry.chunks.length = 0;
      if ("bytes" in event.event) entry.chunks.push(event.event.bytes);
    },
  });
  for (const { t, dir, msg } of messages) {
    timeMs = t;
    if (dir === "a2c") terminals.receive(msg);
    else terminals.send(msg);
  }
  terminals.close();
  return Promise.all([...shown.values()].map(toShown));
}

async function toShown({
  events,
  chunks,
}: {
  readonly events: readonly DisplayEvent[];
  readonly chunks: readonly Uint8Array[];
}): Promise<ShownTerminal> {
  const last = events.at(-1);
  const state = events.reduce<TerminalState | undefined>(
    (current, { event }) => applyTerminalEvent(current, event),
    undefined,
  );
  if (last === undefined || state === undefined) throw new Error("a terminal without events");
  const text = await renderPlainText(Buffer.concat(chunks));
  const { dialect, toolCallId } = last;
  return { dialect, toolCallId, state, output: text.replace(/\n+$/, "") };
}
