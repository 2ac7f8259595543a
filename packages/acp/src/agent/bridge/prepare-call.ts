import type { CallView, PreparedCall, Tool, ToolError, ToolOutcome } from "@termwire/tools";
import type { ReplayedCall } from "../tool-call-bridge.ts";
import type { CallResult } from "./call-card.ts";
import { readNotRun, toNotRunOutcome } from "./not-run.ts";

/** A call whose arguments were checked, or the outcome of having been refused by its tool. */
export type Preparation =
  | { readonly kind: "ready"; readonly view: CallView; readonly call: PreparedCall }
  | { readonly kind: "refused"; readonly view: CallView; readonly outcome: ToolOutcome };

/** Checks the arguments. Those the tool refuses are a failed call the model can correct, not an error of the turn. */
export function prepareCall(tool: Tool, input: unknown): Preparation {
  try {
    const call = tool.prepare(input);
    return { kind: "ready", view: call.view, call };
  } catch (error) {
    if (!isToolError(error)) throw error;
    const view: CallView = { card: "generic", title: tool.name, kind: "other" };
    return { kind: "refused", view, outcome: toFailedOutcome(error.message, null) };
  }
}

/** By its name: loading all tools for one class would cost an agent a third of its start. */
function isToolError(error: unknown): error is ToolError {
  return error instanceof Error && error.name === "ToolError";
}

/** A call from the log as it was shown live: its view and how it ended. */
export function presentLogged(logged: ReplayedCall): { view: CallView; result: CallResult } {
  const { tool, toolName, input, result } = logged;
  if (tool === null) {
    const outcome = toFailedOutcome(`There is no tool "${toolName}" any more.`, result);
    return {
      view: { card: "generic", title: toolName },
      result: { outcome, cause: "not-started" },
    };
  }
  const prepared = prepareCall(tool, input);
  const { view } = prepared;
  const notRun = readNotRun(result);
  if (notRun !== null) {
    return { view, result: { outcome: toNotRunOutcome(notRun), cause: notRun.cause } };
  }
  if (prepared.kind === "refused") {
    return { view, result: { outcome: prepared.outcome, cause: "not-started" } };
  }
  if (result !== undefined) {
    return { view, result: { outcome: prepared.call.replay(result), cause: "not-started" } };
  }
  const outcome = toFailedOutcome("The session ended before this call did.", result);
  return { view, result: { outcome, cause: "disconnected" } };
}

function toFailedOutcome(text: string, result: unknown): ToolOutcome {
  return { result, text, view: { card: "generic", content: [{ text }] }, failed: true };
}
