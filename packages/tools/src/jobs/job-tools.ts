import type { HeadTailLimits } from "@termwire/terminal";
import type { Tool } from "../tool-definition.ts";
import type { Jobs } from "./create-jobs.ts";
import { createJobInputTool } from "./job-input-tool.ts";
import { createJobKillTool } from "./job-kill-tool.ts";
import { createJobListTool } from "./job-list-tool.ts";
import { createJobOutputTool } from "./job-output-tool.ts";
import { createJobWaitTool } from "./job-wait-tool.ts";

/** What the tools of one session's jobs have in common. */
export interface JobToolSettings {
  readonly jobs: Jobs;
  /** Of the text for the model. */
  readonly limits: HeadTailLimits;
}

/** Creates `job_list`, `job_output`, `job_wait`, `job_kill` and `job_input` over the jobs of one session. */
export function createJobTools(settings: JobToolSettings): readonly Tool[] {
  return [
    createJobListTool(settings.jobs),
    createJobOutputTool(settings),
    createJobWaitTool(settings),
    createJobKillTool(settings),
    createJobInputTool(settings),
  ];
}
