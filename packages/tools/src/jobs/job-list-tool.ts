import { toVisibleText } from "@termwire/terminal";
import { defineTool } from "../define-tool.ts";
import type { Tool } from "../tool-definition.ts";
import type { ResultView } from "../view.ts";
import type { Jobs } from "./create-jobs.ts";
import { describeJobState, readJobFacts, type JobFacts } from "./job-facts.ts";
import type { JobOrigin } from "./job.ts";

/** All jobs of a session: plain data. */
export interface JobListResult {
  readonly jobs: readonly JobFacts[];
}

/** Creates the tool that lists the jobs there are. */
export function createJobListTool(jobs: Jobs): Tool {
  return defineTool<null, JobListResult>({
    name: "job_list",
    description:
      "Lists the background jobs of this session: what they run, since when, how they ended and how much of their output is unread.",
    inputSchema: { type: "object", properties: {} },
    parseArgs: () => null,
    run: async () => ({ jobs: jobs.list().map(readJobFacts) }),
    renderResult: renderJobList,
    isFailure: () => false,
    presentCall: () => ({ card: "generic", title: "Background jobs", kind: "read" }),
    presentResult: (_args, result) => presentJobList(result),
  });
}

/** As a model reads it, a job on each line. */
export function renderJobList({ jobs }: JobListResult): string {
  return jobs.length === 0 ? "[no background jobs]" : jobs.map(describeJob).join("\n");
}

/** Pure. */
export function presentJobList(result: JobListResult): ResultView {
  return { card: "generic", content: [{ text: renderJobList(result), fence: "text" }] };
}

const ORIGIN_TEXT: Readonly<Record<JobOrigin, string>> = {
  started: "started in the background",
  moved: "moved to the background",
  "waiting-for-input": "moved to the background when it waited for input",
  "left-behind": "left behind by a command that ended",
};

function describeJob(job: JobFacts): string {
  const facts = [describeJobState(job), ORIGIN_TEXT[job.origin], `in ${toVisibleText(job.cwd)}`];
  if (job.unreadBytes > 0) facts.push(`${job.unreadBytes} bytes unread`);
  return `${job.id}: ${toVisibleText(job.command)} [${facts.join("; ")}]`;
}
