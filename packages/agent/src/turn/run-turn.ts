import type { ToolCallBridge, TurnStopReason } from "@termwire/acp/agent";
import type {
  Model,
  ModelEvent,
  ModelMessage,
  ModelReplay,
  ModelRequest,
  ModelStopReason,
  ModelTool,
  ModelToolCall,
  ModelUsage,
} from "../model.ts";
import type { ContextFitter } from "../models/context-fitter.ts";
import { toAssistantMessage } from "../session/rebuild-messages.ts";
import type { AnswerPart, SessionEvent } from "../session/session-event.ts";
import { runInOrder } from "./run-in-order.ts";

/** Model answers in one turn; a model that has not come to an end by then goes in circles. */
const MAX_STEPS = 100;

/** Everything one turn works with. */
export interface TurnOptions {
  readonly model: Model;
  readonly tools: readonly ModelTool[];
  readonly bridge: Pick<ToolCallBridge, "showMessage" | "showThought" | "showUsage">;
  readonly signal: AbortSignal;
  /** What holds for the whole conversation; "" for nothing. */
  readonly system: string;
  /** The conversation so far, the new prompt last. The turn appends to it. */
  readonly messages: ModelMessage[];
  /** What of it the model gets to read. */
  readonly context: ContextFitter;
  /** Runs one call, or says why not; resolves with what the model gets. */
  readonly runCall: (call: ModelToolCall) => Promise<string>;
  /** What the model should be told now; each is given once. */
  readonly takeNotices: () => readonly string[];
  readonly record: (event: SessionEvent) => Promise<void>;
}

/**
 * Asks the model and runs the tools it calls, those of one answer at once, until it answers without a call. Resolves with why
 * it stopped; a cancelled turn resolves soon, with its running call ended and its result kept. Every call in
 * `messages` is followed by its result, whatever happens.
 *
 * @throws what the model throws, except when the turn was cancelled. What it had said is kept.
 */
export async function runTurn(options: TurnOptions): Promise<TurnStopReason> {
  for (let step = 0; step < MAX_STEPS; step++) {
    if (step > 0) await tellNotices(options);
    const { calls, stopReason } = await answer(options);
    const texts = await runInOrder(calls, options.runCall);
    for (const [index, { callId }] of calls.entries()) {
      options.messages.push({ role: "tool", callId, text: texts[index] ?? "" });
    }
    if (options.signal.aborted) return "cancelled";
    if (calls.length === 0) return stopReason;
  }
  return "max_turn_requests";
}

/** Puts what happened meanwhile at the end of the conversation. */
export async function tellNotices({
  messages,
  takeNotices,
  record,
}: Pick<TurnOptions, "messages" | "takeNotices" | "record">): Promise<void> {
  for (const text of takeNotices()) {
    messages.push({ role: "notice", text });
    await record({ type: "notice", text });
  }
}

/** An answer as far as it has come. */
interface Answer {
  readonly parts: AnswerPart[];
  readonly calls: ModelToolCall[];
  replay: ModelReplay | null;
  stopReason: ModelStopReason;
}

async function answer(options: TurnOptions): Promise<Answer> {
  const { model, signal, messages, record } = options;
  const request = await createRequest(options);
  const received: Answer = { parts: [], calls: [], replay: null, stopReason: "end_turn" };
  try {
    for await (const event of model.respond(request)) {
      if (signal.aborted) break;
      await receive(event, received, options);
    }
  } catch (error) {
    received.calls.length = 0; // half an answer is not acted on
    if (!signal.aborted) throw error;
  } finally {
    const { parts, calls, replay } = received;
    if (parts.length > 0 || calls.length > 0) {
      messages.push(toAssistantMessage({ parts, calls, replay }));
      await record({ type: "answer", parts, calls, replay });
    }
  }
  return received;
}

async function createRequest({
  model,
  tools,
  system,
  signal,
  messages,
  context,
  bridge,
}: TurnOptions): Promise<ModelRequest> {
  const fitted = context.fit(messages, { model, system, tools });
  if (fitted.news !== null) await bridge.showThought(`${fitted.news}\n`);
  return { messages: fitted.messages, tools, signal, ...(system !== "" && { system }) };
}

async function receive(
  event: ModelEvent,
  received: Answer,
  { bridge, model, record }: TurnOptions,
): Promise<void> {
  switch (event.type) {
    case "text":
    case "thought":
      addPart(received.parts, event);
      await say(bridge, event);
      break;
    case "tool-call": {
      const callId = `call_${crypto.randomUUID()}`;
      received.calls.push({ callId, name: event.name, input: event.input });
      break;
    }
    case "retry":
      await bridge.showThought(renderRetry(event));
      break;
    case "finish":
      received.stopReason = event.stopReason;
      received.replay = event.replay;
      await tellUsage(event.usage, { bridge, model, record });
      break;
  }
}

/** Nothing is told of a window nobody knows, nor of one whose filling the provider does not say. */
async function tellUsage(
  usage: ModelUsage | null,
  { bridge, model, record }: Pick<TurnOptions, "bridge" | "model" | "record">,
): Promise<void> {
  const { windowTokens = null } = model;
  if (windowTokens === null || usage === null || usage.inputTokens === null) return;
  const usedTokens = usage.inputTokens + (usage.outputTokens ?? 0);
  await bridge.showUsage({ usedTokens, windowTokens });
  await record({ type: "usage", usedTokens, windowTokens });
}

function renderRetry({ reason, delayMs }: Extract<ModelEvent, { type: "retry" }>): string {
  return `${reason.replace(/\.$/u, "")}. Asking again in ${(delayMs / 1000).toFixed(1)} s.\n`;
}

function say(bridge: TurnOptions["bridge"], { type, text }: AnswerPart): Promise<void> {
  return type === "text" ? bridge.showMessage(text) : bridge.showThought(text);
}

/** Pieces of one kind are one part, however they were streamed. */
function addPart(parts: AnswerPart[], { type, text }: AnswerPart): void {
  const last = parts.at(-1);
  if (last?.type === type) parts[parts.length - 1] = { type, text: last.text + text };
  else parts.push({ type, text });
}
