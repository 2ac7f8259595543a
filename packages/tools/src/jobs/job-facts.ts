import { describeEnding, quoteArgv, type Ending, type ResolvedProgram } from "@termwire/terminal";
import { escapeText } from "../bash/marker-text.ts";
import { isWaitingForInput } from "./is-waiting-for-input.ts";
import type { Job, JobOrigin, JobState } from "./job.ts";

/** A job at one moment: plain data. */
export interface JobFacts {
  readonly id: string;
  /** The command line, as it was given. */
  readonly command: string;
  readonly description: string | null;
  /** Absolute directory it runs in. */
  readonly cwd: string;
  readonly origin: JobOrigin;
  readonly state: JobState;
  /** How the command itself ended; null while it runs. */
  readonly ending: Ending | null;
  /** What a sandbox kept the command from, in its own words, once it has ended; null when nothing shows. */
  readonly sandboxDenial: string | null;
  /** How long the command has been running, or ran. */
  readonly durationMs: number;
  /** Null where nobody can tell. */
  readonly isWaitingForInput: boolean | null;
  /** Bytes it printed that the model has not been given. */
  readonly unreadBytes: number;
}

/** What is known of a job now. */
export function readJobFacts(job: Job): JobFacts {
  const { command, completion, state } = job;
  return {
    id: job.id,
    command: toCommandLine(command.spec.program),
    description: job.description,
    cwd: command.spec.cwd,
    origin: job.origin,
    state,
    ending: completion?.ending ?? null,
    sandboxDenial: completion?.sandboxDenial ?? null,
    durationMs: completion?.durationMs ?? Date.now() - command.startedAtMs,
    isWaitingForInput: state === "running" ? isWaitingForInput(command) : false,
    unreadBytes: job.unread.bytes,
  };
}

function toCommandLine(program: ResolvedProgram): string {
  return program.kind === "shell" ? program.line : quoteArgv([program.file, ...program.args]);
}

type JobStateFacts = Pick<
  JobFacts,
  "state" | "ending" | "sandboxDenial" | "durationMs" | "isWaitingForInput"
>;

/** `running for 12 s, waiting for input`, `exit 1 after 3.4 s`, … Never says "succeeded". */
export function describeJobState({
  state,
  ending,
  sandboxDenial,
  durationMs,
  isWaitingForInput: isWaiting,
}: JobStateFacts): string {
  const time = describeDuration(durationMs);
  if (ending === null) {
    if (state === "left-running") return "left running by a command that has ended";
    return `running for ${time}${isWaiting === true ? ", waiting for input" : ""}`;
  }
  const denied = sandboxDenial === null ? "" : `; sandbox denied: ${escapeText(sandboxDenial)}`;
  const ended = `${describeEnding(ending)} after ${time}${denied}`;
  return state === "left-running" ? `${ended}; processes it left behind are still running` : ended;
}

const TENTHS_BELOW_MS = 10_000;

function describeDuration(ms: number): string {
  const seconds = ms / 1000;
  return `${ms < TENTHS_BELOW_MS ? seconds.toFixed(1) : Math.round(seconds)} s`;
}
