import {
  isEndingCause,
  type Ending,
  type TerminalEvent,
  type TerminalId,
} from "@termwire/terminal";
import { toCommand } from "../command-line.ts";
import { toReplacedNote } from "../replaced-note.ts";
import {
  parseTerminalId,
  type EmitTerminalEvent,
  type TerminalDecoder,
  type UpdateFields,
} from "../terminal-decoder.ts";
import {
  parseRawOutput,
  toFields,
  toInteger,
  toTerminalEnding,
  toText,
  type TerminalEnd,
} from "../terminal-end.ts";
import { createEarlyOutput } from "./early-output.ts";
import { EXTENSION_KEY, META_KEYS } from "./keys.ts";

/**
 * Reads `_meta` terminals as Zed does: announced by `terminal_info` in a `tool_call`, output appended and ended by
 * updates, under either output key. What comes before its announcement is kept for it.
 */
export function createMetaDecoder(emit: EmitTerminalEvent, nowMs: () => number): TerminalDecoder {
  return new MetaDecoder(emit, nowMs);
}

interface OpenTerminal {
  readonly toolCallId: string;
  ended: boolean;
}

class MetaDecoder implements TerminalDecoder {
  readonly #emit: EmitTerminalEvent;
  readonly #nowMs: () => number;
  readonly #terminals = new Map<TerminalId, OpenTerminal>();
  readonly #early = createEarlyOutput();
  readonly #encoder = new TextEncoder();

  constructor(emit: EmitTerminalEvent, nowMs: () => number) {
    this.#emit = emit;
    this.#nowMs = nowMs;
  }

  startCall(fields: UpdateFields): boolean {
    const info = toFields(toFields(fields["_meta"])[META_KEYS.info]);
    const id = parseTerminalId(info["terminal_id"]);
    const toolCallId = toText(fields["toolCallId"]);
    if (id === null || toolCallId === null) return false;
    if (this.#terminals.has(id)) return true;
    this.#terminals.set(id, { toolCallId, ended: false });
    this.#emit(toolCallId, {
      type: "terminal-started",
      id,
      command: toCommand(fields),
      cwd: toText(info["cwd"]),
      size: null,
      startedAtMs: this.#nowMs(),
    });
    for (const event of this.#early.take(id)) this.#pass(event);
    return true;
  }

  updateCall(fields: UpdateFields): void {
    const meta = toFields(fields["_meta"]);
    this.#output(meta);
    this.#exit(meta, fields);
  }

  closeOpen(ending: Ending): void {
    for (const [id, terminal] of this.#terminals) {
      if (!terminal.ended) this.#pass({ type: "terminal-ended", id, ending, durationMs: null });
    }
  }

  #output(meta: UpdateFields): void {
    const fields = toFields(meta[META_KEYS.output] ?? meta[META_KEYS.outputDelta]);
    const id = parseTerminalId(fields["terminal_id"]);
    if (id === null) return;
    const lostBytes = toInteger(toFields(meta[EXTENSION_KEY])["lostBytes"]);
    if (lostBytes !== null && lostBytes > 0) {
      this.#pass({ type: "output-lost", id, lostBytes });
      return;
    }
    const data = toText(fields["data"]);
    if (data !== null) {
      this.#pass({ type: "output-appended", id, bytes: this.#encoder.encode(data) });
    }
  }

  #exit(meta: UpdateFields, fields: UpdateFields): void {
    const exit = toFields(meta[META_KEYS.exit]);
    const id = parseTerminalId(exit["terminal_id"]);
    if (id === null) return;
    const rawOutput = toFields(fields["rawOutput"]);
    const { replacedCharacters } = parseRawOutput(rawOutput);
    if (replacedCharacters > 0) {
      this.#pass({ type: "note-added", id, note: toReplacedNote(replacedCharacters) });
    }
    const end = toEnd(exit, toFields(meta[EXTENSION_KEY]));
    const ending = toTerminalEnding(end, toText(rawOutput["error"]));
    this.#pass({ type: "terminal-ended", id, ending, durationMs: end.durationMs });
  }

  #pass(event: TerminalEvent): void {
    const terminal = this.#terminals.get(event.id);
    if (terminal === undefined) {
      this.#early.keep(event);
      return;
    }
    if (event.type === "terminal-ended") {
      if (terminal.ended) return;
      terminal.ended = true;
    }
    this.#emit(terminal.toolCallId, event);
  }
}

function toEnd(exit: UpdateFields, extension: UpdateFields): TerminalEnd {
  const cause = extension["cause"];
  const durationMs = extension["durationMs"];
  return {
    exitCode: toInteger(exit["exit_code"]),
    signal: toText(exit["signal"]),
    cause: isEndingCause(cause) ? cause : "exit",
    durationMs: typeof durationMs === "number" ? durationMs : null,
  };
}
