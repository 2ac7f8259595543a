import type { Ending, EndingCause, Exit } from "./ending.ts";
import type { OutputLog } from "./output-log.ts";
import type { OutputSpill } from "./output-spill.ts";
import type { TerminalSize } from "./terminal-event.ts";
import type { TerminalId } from "./terminal-id.ts";

/** What to run: a line for a shell, or one file with its arguments, never parsed again. */
export type Program =
  | { readonly kind: "shell"; readonly line: string }
  | { readonly kind: "file"; readonly file: string; readonly args: readonly string[] };

/** A program with nothing left to choose: the shell that runs the line is part of the record. */
export type ResolvedProgram =
  | { readonly kind: "shell"; readonly line: string; readonly shell: string }
  | { readonly kind: "file"; readonly file: string; readonly args: readonly string[] };

/**
 * What a command reads: nothing (it is at the end of its input at once), what is written through a pipe, or what is
 * typed into its terminal.
 */
export type CommandInput = "null" | "pipe" | "terminal";

/** What a caller asks for. Everything optional has its default in the runner's `resolve`. */
export interface CommandRequest {
  readonly id?: TerminalId;
  readonly program: Program;
  /** Absolute directory. */
  readonly cwd: string;
  /** Added to, and winning over, the runner's own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Newest bytes of output kept in memory. */
  readonly outputLimitBytes?: number;
  /** Null or absent: no limit. */
  readonly timeoutMs?: number | null;
  /** How long it may print nothing. Null or absent: as long as it likes. */
  readonly idleTimeoutMs?: number | null;
  /** Between TERM and KILL. */
  readonly graceMs?: number;
  /** A terminal of that size for its output. Null or absent: a pipe. */
  readonly size?: TerminalSize | null;
  /** Absent: `null`. A `terminal` needs a size. */
  readonly stdin?: CommandInput;
  /** Whether a file may hold what memory does not. Absent: false. */
  readonly spill?: boolean;
}

/** A request with every default decided. */
export interface CommandSpec {
  readonly id: TerminalId;
  readonly program: ResolvedProgram;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly outputLimitBytes: number;
  readonly timeoutMs: number | null;
  readonly idleTimeoutMs: number | null;
  readonly graceMs: number;
  readonly size: TerminalSize | null;
  readonly stdin: CommandInput;
  readonly spill: boolean;
}

/** How a completed command ended and how long it took. */
export interface Completion {
  readonly ending: Ending;
  readonly durationMs: number;
  /** Of an ending by `timeout` which limit it was, `timeoutMs` or `idleTimeoutMs`; else null, or not known. */
  readonly timeout: "total" | "idle" | null;
  /**
   * What a sandbox kept the command from, in its own words, as far as its output shows; it then did not end well. Null
   * when nothing shows, and always without a sandbox.
   */
  readonly sandboxDenial: string | null;
}

/**
 * One command that was started. Whoever started it disposes of it: `release()` (or `await using`) ends what still
 * runs of its tree and frees its output.
 */
export interface RunningCommand extends AsyncDisposable {
  readonly spec: CommandSpec;
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
  readonly output: OutputLog;
  /** Null when it was not asked for, or when this runner has no files. */
  readonly spill: OutputSpill | null;
  /** The direct child has ended. Never rejects. */
  readonly exited: Promise<Exit>;
  /** Every byte is in. Later than `exited` while a descendant holds the output; never rejects. */
  readonly outputEnded: Promise<void>;
  /**
   * Exited, and the output has ended or been quiet for a short bounded drain: no byte printed before the exit is
   * missing from `output` then. Never rejects and is never delayed by a descendant that lives on.
   */
  readonly completed: Promise<Completion>;
  /**
   * Writes to its input. Resolves when the system has taken all of it, which waits for the command to read; writes
   * keep their order. Rejects with TerminalError `input-closed` when there is no input (`null`), when it was ended, or
   * when the command ended without taking it.
   */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends a piped input after what was written; in a terminal types the end of file. Twice is fine, as is `null`. */
  endInput(): Promise<void>;
  /** Tells its terminal the new size; without a terminal, or after the end, does nothing. */
  resize(size: TerminalSize): void;
  /**
   * Calls `onChange` with true when the command has come to wait for somebody to type into its terminal, and with
   * false when it waits no more, as at its end; never twice the same, never at once. The returned function ends that;
   * twice is fine. Looking costs little and keeps nothing running. Absent from commands whose runner cannot tell.
   */
  watchWaiting?(onChange: (isWaiting: boolean) => void): () => void;
  /**
   * TERM to the whole tree, after the grace KILL. The first cause wins. Resolves when nothing of the tree is left,
   * whoever else waits. Twice is fine.
   */
  terminate(cause: EndingCause): Promise<void>;
  /**
   * True while any process of the tree lives, the direct child or one it left behind. Rejects with TerminalError `tree-unknown`
   * where nobody can tell, as for what a command in another environment left behind.
   */
  isTreeAlive(): Promise<boolean>;
  /**
   * Ends the tree and frees the output, which then reads as ended; its spill file is removed. Resolves when all is
   * done; twice is fine.
   */
  release(): Promise<void>;
}

/** Runs commands somewhere: local pipes, a local PTY, a sandbox, the client, a remote host. */
export interface CommandRunner {
  /** Decides every default of a request; pure but for what the runner knows of its machine. */
  resolve(request: CommandRequest): CommandSpec;
  /**
   * Starts the command and resolves with its handle at once, never after its end. A program that cannot start is a
   * handle that has ended with 127 (not found) or 126 (not executable) and whose output says why.
   *
   * @throws TerminalError `cwd-relative`, `cwd-missing`, `cwd-not-directory` or `cwd-not-accessible` naming the directory;
   * `terminal-unavailable` when a size was asked for and this runner has no terminals; `sandbox-unavailable` when the
   * command was to run in a sandbox and this machine has none that works. Nothing was started then.
   */
  start(spec: CommandSpec): Promise<RunningCommand>;
}
