import type { Completion, Ending, SpilledOutput } from "@termwire/terminal";

/** How a bash call went: plain data. A non-zero exit is a result like any other. */
export type BashResult = CompletedBash | BackgroundBash;

interface BashFacts {
  /**
   * What it printed up to the end of the call, stdout and stderr as they came, as plain text without the line end of
   * the last line; a long one with `[… N bytes omitted; full output: PATH]` between its beginning and its end.
   */
  readonly output: string;
  /** Bytes it printed. */
  readonly totalBytes: number;
  /** The N of `output`; 0 when all of it is there. */
  readonly omittedBytes: number;
  /** The file that has what `output` has not, until the session ends; null when none is needed, or known. */
  readonly spill: SpilledOutput | null;
  /** The time limit it ran with. */
  readonly timeoutMs: number | null;
  /** The limit it ran with on the time without output. */
  readonly idleTimeoutMs: number | null;
  /** Absolute directory it ran in. */
  readonly cwd: string;
  /** Path of the shell; null when the runner used none. */
  readonly shell: string | null;
}

/** Of a command that completed within its call. */
export interface CompletedBash extends BashFacts {
  readonly kind: "completed";
  readonly ending: Ending;
  readonly durationMs: number;
  /** Of an ending by `timeout` which of the two it was; null also when that is not known. */
  readonly timeout: Completion["timeout"];
  /** What a sandbox kept it from, in its own words; null when nothing shows, and without a sandbox. */
  readonly sandboxDenial: string | null;
  /** Processes it left behind ran on after its end. */
  readonly leftRunning: boolean;
  /** The job they are now; null when there are none, or nobody keeps jobs. */
  readonly job: string | null;
}

/** Of a command that runs on as a job: one is to ask the job how it went. */
export interface BackgroundBash extends BashFacts {
  readonly kind: "background";
  readonly job: string;
  readonly origin: BackgroundOrigin;
}

/**
 * Why a command is in the background: it was started there, somebody moved it there while it ran, or it was moved
 * because it waited for input, which only a job can get.
 */
export type BackgroundOrigin = "started" | "moved" | "waiting-for-input";
