import type { ChildProcess } from "node:child_process";
import type { OutputLogWriter } from "@termwire/terminal";

/** Where a child's stdout and stderr go, made before the child. */
export interface OutputPipe {
  /** What the child gets as file descriptors 1 and 2. */
  readonly stdio: readonly ["pipe", "pipe"] | readonly [number, number];
  /** Reads into `log` from now on. Called once, right after the child was started. */
  startReading(child: ChildProcess, log: OutputLogWriter): OutputReader;
  /** Frees a pipe whose child could not be started. */
  discard(): void;
}

/** Moves bytes from a pipe to a log for as long as any process holds the other end. */
export interface OutputReader {
  /** The log has ended: nobody holds the other end any more, or this one was closed. Never rejects. */
  readonly ended: Promise<void>;
  /** When it resolves, every byte printed before the call is in the log. Bounded however much is still printed. */
  drain(): Promise<void>;
  /** From now on the pipe alone does not keep this process running. */
  unref(): void;
  /** Stops reading, frees the pipe and ends the log. Twice is fine. */
  close(): void;
}
