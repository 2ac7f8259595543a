export { AgentError, type AgentErrorCode } from "./agent-error.ts";
export type { ExportTarget } from "./commands/export-command.ts";
export {
  createHarness,
  type ExportPlace,
  type HarnessOptions,
  type SystemPromptRequest,
} from "./create-harness.ts";
export type { McpPatience } from "./mcp/mcp-connection.ts";
export type { McpHost } from "./mcp/session-mcp.ts";
export type {
  Model,
  ModelEvent,
  ModelImage,
  ModelMessage,
  ModelReplay,
  ModelRequest,
  ModelStopReason,
  ModelTool,
  ModelToolCall,
  ModelUsage,
} from "./model.ts";
export { createAiSdkModel, type AiSdkModelOptions } from "./models/create-ai-sdk-model.ts";
export { createNoticedModel } from "./models/create-noticed-model.ts";
export {
  createModelPicker,
  type ModelPicker,
  type ModelPickerOptions,
} from "./models/model-picker.ts";
export {
  holdsSecrets,
  parseModelConfig,
  type ModelConfig,
  type ModelEntry,
  type ProviderEntry,
} from "./models/parse-model-config.ts";
export {
  toModelName,
  type Effort,
  type ModelSettings,
  type ProviderKind,
  type ProviderSettings,
} from "./models/provider-settings.ts";
export {
  resolveModels,
  type Environment,
  type ModelCatalog,
  type ModelChoice,
  type ModelSources,
  type ProviderReport,
} from "./models/resolve-models.ts";
export type { RetryPolicy } from "./models/retry-policy.ts";
export {
  isPermissionMode,
  PERMISSION_MODES,
  type PermissionMode,
} from "./permission/permission-mode.ts";
export { createUpdatePlanTool } from "./plan/update-plan-tool.ts";
export { findInstructions, type ReadFileStart } from "./prompt/find-instructions.ts";
export {
  renderSystemPrompt,
  type ProjectInstructions,
  type PromptFacts,
} from "./prompt/render-system-prompt.ts";
export type { SandboxLevel } from "./sandbox/sandbox-level.ts";
export type { SandboxSource } from "./sandbox/sandbox-switch.ts";
export { createMemoryArchive } from "./session/create-memory-archive.ts";
export type { NewSession, SessionArchive, SessionLog } from "./session/session-archive.ts";
export type { AnswerPart, SessionEvent } from "./session/session-event.ts";
export type { SessionTools, ToolSession } from "./session/session-tools.ts";
export { createShellModel } from "./shell-model.ts";
