import type { Completion, Ending, SpilledOutput } from "@termwire/terminal";

/** How a bash call went: plain data. A non-zero exit is a result like any other. */
export interface BashResult {
  readonly ending: Ending;
  readonly durationMs: number;
  /** The time limit it ran with. */
  readonly timeoutMs: number | null;
  /** The limit it ran with on the time without output. */
  readonly idleTimeoutMs: number | null;
  /** Of an ending by `timeout` which of the two it was; null also when that is not known. */
  readonly timeout: Completion["timeout"];
  /**
   * What it printed up to its end, stdout and stderr as they came, as plain text without the line end of the last
   * line; a long one with `[… N bytes omitted; full output: PATH]` between its beginning and its end.
   */
  readonly output: string;
  /** Bytes it printed. */
  readonly totalBytes: number;
  /** The N of `output`; 0 when all of it is there. */
  readonly omittedBytes: number;
  /** The file that has what `output` has not, until the session ends; null when none is needed, or known. */
  readonly spill: SpilledOutput | null;
  /** Processes it left behind ran on after its end. */
  readonly leftRunning: boolean;
  /** Absolute directory it ran in. */
  readonly cwd: string;
  /** Path of the shell; null when the runner used none. */
  readonly shell: string | null;
}
