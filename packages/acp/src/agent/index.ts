export { createClientRunner, type ClientRunnerOptions } from "./client-runner.ts";
export type {
  AgentHarness,
  HarnessSession,
  PromptTurn,
  SessionRequest,
  TurnStopReason,
} from "./harness.ts";
export { negotiateDialect, offersTerminals, type AgentDialect } from "./negotiate-dialect.ts";
export { serveAgent, type ServeAgentOptions, type ServedAgent } from "./serve-agent.ts";
export {
  createToolCallBridge,
  type BridgeOptions,
  type ToolCallBridge,
  type ToolCallRequest,
} from "./tool-call-bridge.ts";
