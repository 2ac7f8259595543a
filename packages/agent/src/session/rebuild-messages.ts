import { ToolError, type Tool } from "@termwire/tools";
import type { ModelMessage, ModelToolCall } from "../model.ts";
import type { SessionEvent } from "./session-event.ts";
import type { ToolLookup } from "./session-tools.ts";

/** What the model reads of a call that has no result in the log. */
export const INTERRUPTED =
  "Interrupted: the session ended before this call did. It may have had effects.";

/** An answer as it stands in the conversation. */
export function toAssistantMessage({
  parts,
  calls,
  replay,
}: Omit<Extract<SessionEvent, { type: "answer" }>, "type">): ModelMessage {
  const spoken = parts.filter(({ type }) => type === "text").map(({ text }) => text);
  return { role: "assistant", text: spoken.join(""), calls, ...(replay !== null && { replay }) };
}

/** A prompt as it stands in the conversation. */
export function toUserMessage({
  text,
  images = [],
}: Pick<Extract<SessionEvent, { type: "prompt" }>, "text" | "images">): ModelMessage {
  return { role: "user", text, ...(images.length > 0 && { images }) };
}

/**
 * The conversation as the model saw it, from what happened: every call is followed by its result, one without a
 * result by {@link INTERRUPTED}. Total: what does not fit is left out.
 */
export function rebuildMessages(
  events: readonly SessionEvent[],
  tools: ToolLookup,
): ModelMessage[] {
  const rebuilding = new Rebuilding(tools);
  for (const event of events) rebuilding.apply(event);
  return rebuilding.messages;
}

class Rebuilding {
  readonly messages: ModelMessage[] = [];
  readonly #tools: ToolLookup;
  /** By the id of the call or of its retry. */
  readonly #calls = new Map<string, { readonly call: ModelToolCall; readonly index: number }>();

  constructor(tools: ToolLookup) {
    this.#tools = tools;
  }

  apply(event: SessionEvent): void {
    switch (event.type) {
      case "prompt":
        this.messages.push(toUserMessage(event));
        break;
      case "notice":
        this.messages.push({ role: "notice", text: event.text });
        break;
      case "answer":
        this.#addAnswer(event);
        break;
      case "call-retried":
        this.#addRetry(event.callId, event.retryId);
        break;
      case "call-ended":
        this.#setResult(event);
        break;
      case "call-skipped":
        this.#setText(event.callId, () => event.text);
        break;
      default:
        break;
    }
  }

  #addAnswer(answer: Extract<SessionEvent, { type: "answer" }>): void {
    this.messages.push(toAssistantMessage(answer));
    for (const call of answer.calls) {
      this.#calls.set(call.callId, { call, index: this.messages.length });
      this.messages.push({ role: "tool", callId: call.callId, text: INTERRUPTED });
    }
  }

  #addRetry(callId: string, retryId: string): void {
    const found = this.#calls.get(callId);
    if (found !== undefined) this.#calls.set(retryId, found);
  }

  #setResult({ callId, result, text }: Extract<SessionEvent, { type: "call-ended" }>): void {
    this.#setText(
      callId,
      (call) => text ?? renderLoggedResult(this.#tools.get(call.name), call.input, result),
    );
  }

  #setText(callId: string, render: (call: ModelToolCall) => string): void {
    const found = this.#calls.get(callId);
    if (found === undefined) return;
    this.messages[found.index] = {
      role: "tool",
      callId: found.call.callId,
      text: render(found.call),
    };
  }
}

/** What a model reads of a result from the log; total. */
export function renderLoggedResult(
  tool: Tool | undefined,
  input: unknown,
  result: unknown,
): string {
  if (tool === undefined) return JSON.stringify(result);
  try {
    return tool.prepare(input).replay(result).text;
  } catch (error) {
    return ToolError.is(error) ? error.message : String(error);
  }
}
