export type { BashArgs } from "./bash/bash-args.ts";
export type { BashResult } from "./bash/bash-result.ts";
export { createBashTool, type BashToolOptions } from "./bash/bash-tool.ts";
export { presentBashCall, presentBashResult } from "./bash/present-bash.ts";
export { parseExitStatus, renderResult, type ExitStatus } from "./bash/render-result.ts";
export { defineTool } from "./define-tool.ts";
export type {
  PreparedCall,
  Tool,
  ToolContext,
  ToolDefinition,
  ToolOutcome,
} from "./tool-definition.ts";
export { ToolError, type ToolErrorCode } from "./tool-error.ts";
export { createToolRegistry, type ToolRegistry } from "./tool-registry.ts";
export type { CallView, ResultView, ToolKind, ViewDiff, ViewLocation, ViewText } from "./view.ts";
