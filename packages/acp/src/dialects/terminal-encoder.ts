import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { OutputLog, OutputSlice, TerminalId } from "@termwire/terminal";
import type { TerminalEnd } from "./terminal-end.ts";

/** A tool call that is one command, as a dialect announces it. */
export interface TerminalCall {
  readonly toolCallId: string;
  /** Exactly what runs; the card's title. */
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  /** What the agent says it is for; shown above the terminal. */
  readonly description: string | null;
}

/** How a call ends: the facts of its command, or the words of what kept it from running. */
export type CallEnd =
  | {
      readonly kind: "terminal";
      readonly end: TerminalEnd;
      readonly failed: boolean;
      /** All output as text, for a call whose bytes were not followed live. */
      readonly output: string;
    }
  | { readonly kind: "failure"; readonly text: string };

/**
 * Speaks one terminal in one dialect. Stateful: made for one call, used in the order announce, output, end.
 * It only makes updates; pacing and sending are the follower's.
 */
export interface TerminalEncoder {
  /** The least time between two output updates, in milliseconds. */
  readonly intervalMs: number;
  /** The first update of the call. */
  announce(): SessionUpdate;
  /** What to send when the command has started; `terminalId` is its runner's name for it. */
  encodeStart(terminalId: TerminalId): readonly SessionUpdate[];
  /** What to send for the next run of output; nothing when it is held back. `log` holds what came before. */
  encodeOutput(slice: OutputSlice, log: OutputLog): Promise<readonly SessionUpdate[]>;
  /** When output that is held back should be offered again, in milliseconds from now; null when none is. */
  heldBackMs(): number | null;
  /** The last updates of the call: whatever was not shown yet, then the ending. */
  encodeEnd(end: CallEnd, log: OutputLog | null): Promise<readonly SessionUpdate[]>;
}
