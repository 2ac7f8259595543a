import { toVisibleText, type EndingCause } from "@termwire/terminal";
import { describeJobState, type JobFacts } from "./job-facts.ts";

/** That a job has ended, or left only processes behind: what a model should learn when it next reads anything. */
export interface JobNotice {
  readonly job: JobFacts;
  /** For the model, on one line. */
  readonly text: string;
  /**
   * Whether a model would act on it at once: the first word of how a job ended that was to run in the background and that nobody
   * stopped.
   */
  readonly isNews: boolean;
}

/** Causes of an ending that nobody chose. */
const UNCHOSEN: ReadonlySet<EndingCause | undefined> = new Set(["exit", "timeout", "not-started"]);

/** Creates the notice of a job whose state has just changed; `isFirst` unless there was one of it before. */
export function createJobNotice(job: JobFacts, isFirst: boolean): JobNotice {
  const name = `${job.id} (${toVisibleText(job.command).slice(0, MAX_COMMAND_CHARACTERS)})`;
  const news =
    job.unreadBytes > 0 ? `; job_output has ${job.unreadBytes} bytes you have not read` : "";
  const isNews = isFirst && job.origin !== "left-behind" && UNCHOSEN.has(job.ending?.cause);
  return { job, text: `[background job ${name}: ${describeJobState(job)}${news}]`, isNews };
}

/** Enough to recognise it; the whole is in the list of jobs. */
const MAX_COMMAND_CHARACTERS = 120;
