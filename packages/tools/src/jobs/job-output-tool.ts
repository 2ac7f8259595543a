import { defineTool } from "../define-tool.ts";
import type { Tool } from "../tool-definition.ts";
import { JOB_INPUT_SCHEMA, parseJobArgs, type JobArgs } from "./job-args.ts";
import { presentJobReport, readJobReport, renderJobReport, type JobReport } from "./job-report.ts";
import type { JobToolSettings } from "./job-tools.ts";

const NAME = "job_output";

/** Creates the tool that gives what a job has printed since it was last asked. It never waits. */
export function createJobOutputTool(settings: JobToolSettings): Tool {
  return defineTool<JobArgs, JobReport>({
    name: NAME,
    description:
      "Returns what a background job has printed since you last read it, and how it is. Never returns the same output twice and never waits; to wait use job_wait.",
    inputSchema: JOB_INPUT_SCHEMA,
    parseArgs: (input) => parseJobArgs(NAME, input),
    run: async ({ job }) => readJobReport(settings.jobs.resolve(job), settings),
    renderResult: renderJobReport,
    isFailure: () => false,
    presentCall: ({ job }) => ({ card: "generic", title: `Output of ${job}`, kind: "read" }),
    presentResult: (_args, report) => presentJobReport(report),
  });
}
