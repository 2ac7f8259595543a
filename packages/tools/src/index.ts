export type { BashArgs } from "./bash/bash-args.ts";
export type {
  BackgroundBash,
  BackgroundOrigin,
  BashResult,
  CompletedBash,
} from "./bash/bash-result.ts";
export { createBashTool, type BashToolOptions } from "./bash/bash-tool.ts";
export { presentBashCall, presentBashResult } from "./bash/present-bash.ts";
export { parseExitStatus, renderResult, type ExitStatus } from "./bash/render-result.ts";
export { classifyCommand } from "./classify/classify-command.ts";
export { defineTool } from "./define-tool.ts";
export { createFileTools, type FileToolsOptions } from "./files/create-file-tools.ts";
export type { FileAccess, FileTree, FileTreeEntry } from "./files/file-access.ts";
export { createJobs, type JobLimits, type Jobs } from "./jobs/create-jobs.ts";
export { describeJobState, readJobFacts, type JobFacts } from "./jobs/job-facts.ts";
export type { JobNotice } from "./jobs/job-notice.ts";
export type { JobReport } from "./jobs/job-report.ts";
export type { Job, JobOptions, JobOrigin, JobState } from "./jobs/job.ts";
export type { UnreadOutput } from "./jobs/unread-output.ts";
export { createShellTools, type ShellToolsOptions } from "./shell-tools.ts";
export type {
  PreparedCall,
  Tool,
  ToolContext,
  ToolDefinition,
  ToolOutcome,
} from "./tool-definition.ts";
export { ToolError, type ToolErrorCode } from "./tool-error.ts";
export { createToolRegistry, type ToolRegistry } from "./tool-registry.ts";
export {
  readViewCommand,
  type CallView,
  type ResultView,
  type ToolKind,
  type ViewCommand,
  type ViewDiff,
  type ViewLocation,
  type ViewLook,
  type ViewPlanStep,
  type ViewText,
} from "./view.ts";
