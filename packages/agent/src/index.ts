export { createHarness, type HarnessOptions } from "./create-harness.ts";
export type {
  Model,
  ModelEvent,
  ModelMessage,
  ModelRequest,
  ModelTool,
  ModelToolCall,
} from "./model.ts";
export { createShellModel } from "./shell-model.ts";
