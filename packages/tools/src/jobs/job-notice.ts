import { toVisibleText } from "@termwire/terminal";
import { describeJobState, type JobFacts } from "./job-facts.ts";

/** That a job has ended, or left only processes behind: what a model should learn when it next reads anything. */
export interface JobNotice {
  readonly job: JobFacts;
  /** For the model, on one line. */
  readonly text: string;
}

/** Creates the notice of a job whose state has just changed. */
export function createJobNotice(job: JobFacts): JobNotice {
  const name = `${job.id} (${toVisibleText(job.command).slice(0, MAX_COMMAND_CHARACTERS)})`;
  const news =
    job.unreadBytes > 0 ? `; job_output has ${job.unreadBytes} bytes you have not read` : "";
  return { job, text: `[background job ${name}: ${describeJobState(job)}${news}]` };
}

/** Enough to recognise it; the whole is in the list of jobs. */
const MAX_COMMAND_CHARACTERS = 120;
