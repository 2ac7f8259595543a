import { createBashTool, resolveOutputLimits, type BashToolOptions } from "./bash/bash-tool.ts";
import type { Jobs } from "./jobs/create-jobs.ts";
import { createJobTools } from "./jobs/job-tools.ts";
import type { Tool } from "./tool-definition.ts";

/** Settings of the tools of one session. */
export interface ShellToolsOptions extends BashToolOptions {
  readonly jobs: Jobs;
}

/**
 * Creates `bash` and the tools for the jobs it starts: one set per session, as jobs belong to a session.
 *
 * ```ts
 * const jobs = createJobs();
 * for (const tool of createShellTools({ jobs })) tools.register(tool);
 * ```
 *
 * @throws ToolError `invalid-options`
 */
export function createShellTools(options: ShellToolsOptions): readonly Tool[] {
  const limits = resolveOutputLimits(options);
  return [createBashTool(options), ...createJobTools({ jobs: options.jobs, limits })];
}
