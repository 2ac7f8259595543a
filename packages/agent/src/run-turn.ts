import type { ToolCallBridge, TurnStopReason } from "@termwire/acp/agent";
import type { CommandRunner } from "@termwire/terminal";
import type { ToolRegistry } from "@termwire/tools";
import type { Model, ModelMessage, ModelToolCall } from "./model.ts";

/** Model answers in one turn; a model that has not come to an end by then goes in circles. */
const MAX_STEPS = 100;

/** Everything one turn works with. */
export interface TurnOptions {
  readonly model: Model;
  readonly tools: ToolRegistry;
  readonly runner: CommandRunner;
  readonly bridge: ToolCallBridge;
  readonly signal: AbortSignal;
  /** The conversation so far, the new prompt last. The turn appends to it. */
  readonly messages: ModelMessage[];
}

/**
 * Asks the model and runs the tools it calls, again and again, until it answers without a call. Resolves with why
 * it stopped; a cancelled turn resolves soon, with its running call ended and its result kept.
 */
export async function runTurn(options: TurnOptions): Promise<TurnStopReason> {
  for (let step = 0; step < MAX_STEPS; step++) {
    const calls = await answer(options);
    if (options.signal.aborted) return "cancelled";
    if (calls.length === 0) return "end_turn";
    for (const call of calls) {
      options.messages.push({ role: "tool", callId: call.callId, text: await run(options, call) });
    }
    if (options.signal.aborted) return "cancelled";
  }
  return "max_turn_requests";
}

async function answer(options: TurnOptions): Promise<readonly ModelToolCall[]> {
  const { model, tools, bridge, signal, messages } = options;
  let text = "";
  const calls: ModelToolCall[] = [];
  for await (const event of model.respond({ messages, tools: tools.list(), signal })) {
    if (signal.aborted) break;
    if (event.type === "text") {
      text += event.text;
      await bridge.showMessage(event.text);
    } else {
      const callId = `call_${crypto.randomUUID()}`;
      calls.push({ callId, name: event.name, input: event.input });
    }
  }
  messages.push({ role: "assistant", text, calls });
  return calls;
}

async function run(options: TurnOptions, call: ModelToolCall): Promise<string> {
  const { tools, bridge, runner, signal } = options;
  if (signal.aborted) return "Not run: the turn was cancelled.";
  const tool = tools.get(call.name);
  if (tool === undefined) {
    const known = tools.list().map(({ name }) => name);
    return `There is no tool "${call.name}". Available: ${known.join(", ")}.`;
  }
  const { callId, input } = call;
  const outcome = await bridge.runTool({ tool, input, callId, runner, signal });
  return outcome.text;
}
