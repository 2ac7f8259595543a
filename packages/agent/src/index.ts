export { createHarness, type HarnessOptions } from "./create-harness.ts";
export type {
  Model,
  ModelEvent,
  ModelMessage,
  ModelRequest,
  ModelTool,
  ModelToolCall,
} from "./model.ts";
export {
  isPermissionMode,
  PERMISSION_MODES,
  type PermissionMode,
} from "./permission/permission-mode.ts";
export { createMemoryArchive } from "./session/create-memory-archive.ts";
export type { NewSession, SessionArchive, SessionLog } from "./session/session-archive.ts";
export type { AnswerPart, SessionEvent } from "./session/session-event.ts";
export type { SessionTools, ToolSession } from "./session/session-tools.ts";
export { createShellModel } from "./shell-model.ts";
