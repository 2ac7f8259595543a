import type { Completion, EndingCause, RunningCommand } from "@termwire/terminal";
import type { BackgroundOrigin } from "../bash/bash-result.ts";
import type { UnreadOutput } from "./unread-output.ts";

/**
 * How a command came to be a job: started in the background, moved there while it ran (by somebody, or because it
 * waited for input), or still there after the command that left it had ended.
 */
export type JobOrigin = BackgroundOrigin | "left-behind";

/**
 * `running`: the command itself. `left-running`: it has completed, and processes it left behind live on. `ended`:
 * nothing of it is left.
 */
export type JobState = "running" | "left-running" | "ended";

/** A command that runs beside the conversation. It belongs to the {@link Jobs} that list it. */
export interface Job {
  /** Unique in its session, never used again. */
  readonly id: string;
  readonly command: RunningCommand;
  readonly origin: JobOrigin;
  /** What it is for, in a few words. */
  readonly description: string | null;
  /** The tool call that started the command, which names its terminal; null when no call did. */
  readonly callId: string | null;
  readonly state: JobState;
  /** How the command itself went, once it has completed; how processes it left behind ended, nobody knows. */
  readonly completion: Completion | null;
  /** What the model has not been given yet. */
  readonly unread: UnreadOutput;
  /** Resolves when `state` is another than now; at once when it cannot change any more. */
  whenChanged(): Promise<void>;
  /** Ends the whole tree. Absent cause: `stopped`. Resolves when nothing of it is left; twice is fine. */
  stop(cause?: EndingCause): Promise<void>;
}

/** What is said of a command that becomes a job. */
export interface JobOptions {
  readonly origin: JobOrigin;
  readonly description?: string | null;
  readonly callId?: string | null;
  /** Bytes of its output the model has been given already. Absent: none. */
  readonly readBytes?: number;
}
