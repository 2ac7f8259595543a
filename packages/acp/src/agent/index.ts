export { createClientFiles, type ClientFiles, type ClientFilesOptions } from "./client-files.ts";
export { createClientRunner, type ClientRunnerOptions } from "./client-runner.ts";
export type {
  AgentHarness,
  FollowUps,
  ContextUsage,
  HarnessSession,
  McpServer,
  PromptImage,
  PromptTurn,
  SessionCommand,
  SessionPage,
  SessionRequest,
  SessionSetting,
  SessionStore,
  SessionSummary,
  TurnStopReason,
} from "./harness.ts";
export { AcpError, type AcpErrorCode } from "../acp-error.ts";
export { toFencedBlock } from "../dialects/text/fence.ts";
export { negotiateDialect, offersTerminals, type AgentDialect } from "./negotiate-dialect.ts";
export type { AgentConnection } from "./connect-versions.ts";
export { serveAgent, type ServeAgentOptions, type ServedAgent } from "./serve-agent.ts";
export {
  createToolCallBridge,
  type BridgeOptions,
  type ReplayedCall,
  type ShownCompletion,
  type ShownTerminal,
  type ToolCallBridge,
  type ToolCallRequest,
} from "./tool-call-bridge.ts";
export type {
  AskPermission,
  AuthorizeCall,
  CallDecision,
  PermissionAnswer,
  PermissionChoice,
  PermissionQuestion,
} from "./permission-question.ts";
