import { displayTerminals, type DisplayEvent } from "@termwire/acp/client";
import { applyTerminalEvent, describeEnding, type TerminalState } from "@termwire/terminal";
import type { Message } from "./open-tab.ts";

/** What the cards of a client show after some messages. */
export interface Shown {
  /** What the terminals printed, one after the other in the order in which they came. */
  readonly output: string;
  readonly lostBytes: number;
  /** Commands and how they ended; null while they run. */
  readonly endings: readonly (readonly [command: string | null, ending: string | null])[];
}

/** Decodes messages as the page does. */
export function show(messages: readonly Message[]): Shown {
  const states = new Map<string, TerminalState | undefined>();
  const decoder = new TextDecoder();
  const outputs = new Map<string, string[]>();
  let lostBytes = 0;
  const take = ({ event }: DisplayEvent): void => {
    states.set(event.id, applyTerminalEvent(states.get(event.id), event));
    const output = outputs.get(event.id) ?? [];
    outputs.set(event.id, output);
    if (event.type === "output-appended") output.push(decoder.decode(event.bytes));
    if (event.type === "output-lost") lostBytes += event.lostBytes;
  };
  const terminals = displayTerminals({ onEvent: take });
  for (const message of messages) terminals.receive(message);
  const endings = [...states.values()].map((state) => {
    const ending = state?.ending ?? null;
    return [state?.command ?? null, ending === null ? null : describeEnding(ending)] as const;
  });
  const output = [...outputs.values()].flat().join("");
  return { output, lostBytes, endings };
}
