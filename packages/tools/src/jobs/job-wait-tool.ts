import { defineTool } from "../define-tool.ts";
import { delay } from "../delay.ts";
import type { Tool } from "../tool-definition.ts";
import { JOB_WAIT_SCHEMA, parseJobWaitArgs, type JobWaitArgs } from "./job-args.ts";
import { presentJobReport, readJobReport, renderJobReport, type JobReport } from "./job-report.ts";
import type { JobToolSettings } from "./job-tools.ts";
import type { Job } from "./job.ts";

const NAME = "job_wait";

/** Long enough for most steps of a build; a model can wait again, and the person sees it wait. */
const DEFAULT_WAIT_MS = 60_000;

/**
 * Creates the tool that waits until a job ends (one that has left processes behind: until those have), its own time
 * limit is over, or the turn is cancelled. A wait never ends the job.
 */
export function createJobWaitTool(settings: JobToolSettings): Tool {
  return defineTool<JobWaitArgs, JobReport>({
    name: NAME,
    description: `Waits until a background job ends and returns what it has printed since you last read it, and how it ended. Waits at most timeoutMs (${DEFAULT_WAIT_MS} unless given); the job runs on after that.`,
    inputSchema: JOB_WAIT_SCHEMA,
    parseArgs: (input) => parseJobWaitArgs(NAME, input),
    run: async ({ job: id, timeoutMs = DEFAULT_WAIT_MS }, { signal }) => {
      const job = settings.jobs.resolve(id);
      const hasChanged = await waitForChange(job, timeoutMs, signal);
      signal.throwIfAborted();
      const note = hasChanged ? null : `waited ${timeoutMs}ms, it has not ended`;
      return readJobReport(job, { ...settings, note });
    },
    renderResult: renderJobReport,
    isFailure: () => false,
    presentCall: ({ job }) => ({ card: "generic", title: `Wait for ${job}`, kind: "read" }),
    presentResult: (_args, report) => presentJobReport(report),
  });
}

async function waitForChange(job: Job, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
  const isOver = new AbortController();
  const changed = job.whenChanged().then(() => true);
  const waited = delay(timeoutMs, AbortSignal.any([signal, isOver.signal])).then(() => false);
  try {
    return await Promise.race([changed, waited]);
  } finally {
    isOver.abort();
  }
}
