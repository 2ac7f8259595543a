import { defineTool } from "../define-tool.ts";
import type { Tool } from "../tool-definition.ts";
import { JOB_INPUT_SCHEMA, parseJobArgs, type JobArgs } from "./job-args.ts";
import { presentJobReport, readJobReport, renderJobReport, type JobReport } from "./job-report.ts";
import type { JobToolSettings } from "./job-tools.ts";

const NAME = "job_kill";

/** Creates the tool that ends a job and everything it started. */
export function createJobKillTool(settings: JobToolSettings): Tool {
  return defineTool<JobArgs, JobReport>({
    name: NAME,
    description:
      "Ends a background job and all processes it started, and returns what it has printed since you last read it.",
    inputSchema: JOB_INPUT_SCHEMA,
    parseArgs: (input) => parseJobArgs(NAME, input),
    run: async ({ job: id }) => {
      const job = settings.jobs.resolve(id);
      const note = job.state === "ended" ? "it had ended already" : null;
      await job.stop();
      return readJobReport(job, { ...settings, note });
    },
    renderResult: renderJobReport,
    isFailure: ({ job }) => job.state !== "ended",
    presentCall: ({ job }) => ({ card: "generic", title: `Stop ${job}`, kind: "other" }),
    presentResult: (_args, report) => presentJobReport(report),
  });
}
