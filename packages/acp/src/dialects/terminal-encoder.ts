import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type {
  CommandSpec,
  EndingCause,
  OutputLog,
  OutputSlice,
  TerminalSize,
} from "@termwire/terminal";
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
  /** Whether it was asked to run on after its call. */
  readonly background: boolean;
  /** What it only does: then it is told as text, as a call of that kind. Null: shown as a terminal. */
  readonly look: CallLook | null;
}

/** A command that does nothing but read files, or search. */
export interface CallLook {
  readonly kind: "read" | "search";
  /** Absolute. */
  readonly locations: readonly { readonly path: string; readonly line?: number }[];
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
  | {
      readonly kind: "failure";
      /** The words as Markdown, for the card. */
      readonly text: string;
      /** The same plainly, as the reason of the ending. */
      readonly reason: string;
      readonly cause: FailureCause;
    };

/** A call from the log, to be shown again. */
export interface ReplayedCallEnd {
  readonly end: CallEnd;
  /** What was kept of its terminal; null for a log that keeps none: the output of `end` has to do. */
  readonly kept: KeptTerminal | null;
  /** It ended after its call. */
  readonly ranOn: boolean;
}

/** A terminal as it was shown live, as far as it was kept. */
export interface KeptTerminal {
  /** Absolute directory it ran in. */
  readonly cwd: string;
  readonly size: TerminalSize | null;
  /** The newest bytes it printed, beginning with a whole character. */
  readonly bytes: Uint8Array;
  /** Bytes it printed before those. */
  readonly omittedBytes: number;
}

/** Why a command never ran. */
export type FailureCause = Exclude<EndingCause, "exit" | "timeout" | "stopped">;

/** A call that has not ended: it may wait for permission, or it runs. */
export type OpenStatus = "pending" | "in_progress";

/** What a dialect tells of a command that has started; `id` is its runner's name for it. */
export type StartedCommand = Pick<CommandSpec, "id" | "cwd" | "size" | "stdin">;

/** What happens to a running command beside its output. */
export type CommandNews =
  /** It waits for somebody to type, or does not any more. */
  | { readonly type: "waiting"; readonly isWaiting: boolean }
  | { readonly type: "resized"; readonly size: TerminalSize };

/**
 * Speaks one terminal in one dialect. Stateful: made for one call, used in the order announce, start, output, end.
 * It only makes updates; pacing and sending are the follower's.
 */
export interface TerminalEncoder<Update = SessionUpdate> {
  /** The least time between two output updates, in milliseconds. */
  readonly intervalMs: number;
  /** A terminal goes on after its call has ended; else only how it ended is told then. */
  readonly outlivesCall: boolean;
  /** The first update of the call. */
  announce(status: OpenStatus): Update;
  /** What to send when the command has started. */
  encodeStart(command: StartedCommand): readonly Update[];
  /**
   * Announces a call, and its command if that has started, to a client that may have shown it before and begins anew. Its
   * output follows from the beginning.
   */
  encodeAgain(status: OpenStatus, command: StartedCommand | null): readonly Update[];
  /** What to send for the next run of output; nothing when it is held back. `log` holds what came before. */
  encodeOutput(slice: OutputSlice, log: OutputLog): Promise<readonly Update[]>;
  /** What to send of a command that was started and has not ended; nothing where the dialect has no words for it. */
  encodeNews(news: CommandNews): readonly Update[];
  /** When output that is held back should be offered again, in milliseconds from now; null when none is. */
  heldBackMs(): number | null;
  /**
   * What to send when the call is over and its command goes on. In a dialect with terminals that outlive their calls
   * output may follow, and the end then only ends the terminal; in any other `text` says so, and the end is told later
   * without a status.
   */
  encodeDetach(text: string, log: OutputLog): Promise<readonly Update[]>;
  /** All of a call from the log, announcement and end included: instead of everything else, in as few updates as tell it. */
  encodeReplay(replayed: ReplayedCallEnd): Promise<readonly Update[]>;
  /** The last updates of the call: whatever was not shown yet, then the ending. */
  encodeEnd(end: CallEnd, log: OutputLog | null): Promise<readonly Update[]>;
}

/** The kind of the call, and where it looks. */
export function toKind({ look }: TerminalCall): {
  kind: "execute" | CallLook["kind"];
  locations?: { path: string; line?: number }[];
} {
  if (look === null) return { kind: "execute" };
  const locations = look.locations.map((location) => ({ ...location }));
  return { kind: look.kind, ...(locations.length > 0 && { locations }) };
}

/** True when what is typed into its terminal reaches the command. */
export function isInteractive({ size, stdin }: Pick<StartedCommand, "size" | "stdin">): boolean {
  return size !== null && stdin === "terminal";
}

/** The command as raw input, the same in every dialect. */
export function toRawInput(call: TerminalCall): Record<string, unknown> {
  const { command, cwd, description, background } = call;
  return {
    command,
    cwd,
    ...(description !== null && { description }),
    ...(background && { run_in_background: true }),
  };
}

/** The facts of a call that never ran, as raw output. */
export function toFailureOutput({
  reason,
  cause,
}: {
  readonly reason: string;
  readonly cause: FailureCause;
}): Record<string, unknown> {
  return { exitCode: null, signal: null, cause, error: reason };
}
