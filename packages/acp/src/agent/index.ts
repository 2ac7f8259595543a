export type { AgentHarness, HarnessSession, PromptTurn, TurnStopReason } from "./harness.ts";
export { negotiateDialect, type AgentDialect } from "./negotiate-dialect.ts";
export { serveAgent, type ServedAgent } from "./serve-agent.ts";
export {
  createToolCallBridge,
  type BridgeOptions,
  type ToolCallBridge,
  type ToolCallRequest,
} from "./tool-call-bridge.ts";
