import type { ShownTerminal, ToolCallBridge } from "@termwire/acp/agent";
import type { ModelToolCall } from "../model.ts";
import { createLostTerminal, parseLoggedTerminal } from "./logged-terminal.ts";
import type { AnswerPart, SessionEvent } from "./session-event.ts";
import type { ToolLookup } from "./session-tools.ts";

/** What is needed to show a session again. */
export interface ReplayOptions {
  readonly tools: ToolLookup;
  readonly bridge: ToolCallBridge;
}

/**
 * Shows what happened so far again, in its order. Resolves when the transport took all of it. A call that still runs is
 * the bridge's, which shows it as far as it has come; what happens meanwhile is shown as it happens.
 */
export async function replayEvents(
  events: readonly SessionEvent[],
  options: ReplayOptions,
): Promise<void> {
  const happened = [...events];
  const replay = new Replay(happened, options);
  for (const event of happened) await replay.show(event);
  const usage = happened.findLast((event) => event.type === "usage");
  if (usage !== undefined) await options.bridge.showUsage(usage);
}

class Replay {
  readonly #options: ReplayOptions;
  readonly #results = new Map<string, unknown>();
  readonly #terminals = new Map<string, TerminalEvent>();
  /** By the id of the call or of its retry. */
  readonly #calls = new Map<string, ModelToolCall>();

  constructor(events: readonly SessionEvent[], options: ReplayOptions) {
    this.#options = options;
    for (const event of events) {
      if (event.type === "call-ended") this.#results.set(event.callId, event.result);
      if (isTerminalEvent(event)) this.#terminals.set(event.callId, event);
    }
  }

  async show(event: SessionEvent): Promise<void> {
    switch (event.type) {
      case "prompt":
        await this.#showPrompt(event);
        break;
      case "command":
        await this.#showPrompt(event);
        await this.#say({ type: "text", text: event.reply });
        break;
      case "answer":
        for (const part of event.parts) await this.#say(part);
        for (const call of event.calls) this.#calls.set(call.callId, call);
        break;
      case "call-started":
        await this.#showCall(event.callId, this.#calls.get(event.callId));
        break;
      case "call-retried":
        await this.#showCall(event.retryId, this.#calls.get(event.callId));
        break;
      default:
        break;
    }
  }

  #showPrompt({
    text,
    messageId,
    images,
  }: Omit<Extract<SessionEvent, { type: "prompt" }>, "type">): Promise<void> {
    return this.#options.bridge.showUserMessage(text, messageId ?? undefined, images);
  }

  #say({ type, text }: AnswerPart): Promise<void> {
    const { bridge } = this.#options;
    return type === "text" ? bridge.showMessage(text) : bridge.showThought(text);
  }

  async #showCall(callId: string, call: ModelToolCall | undefined): Promise<void> {
    const { bridge, tools } = this.#options;
    if (call === undefined) return;
    const result = this.#results.get(callId);
    const tool = tools.get(call.name) ?? null;
    const { name: toolName, input } = call;
    const terminal = toShownTerminal(this.#terminals.get(callId), result !== undefined);
    await bridge.replayTool({ tool, toolName, input, callId, result, terminal });
  }
}

type TerminalEvent = Extract<SessionEvent, { type: "terminal-started" | "terminal-ended" }>;

function isTerminalEvent(event: SessionEvent): event is TerminalEvent {
  return event.type === "terminal-started" || event.type === "terminal-ended";
}

/** A call without a result says itself that it was interrupted. */
function toShownTerminal(
  last: TerminalEvent | undefined,
  hasResult: boolean,
): ShownTerminal | null {
  if (last?.type === "terminal-ended") return parseLoggedTerminal(last.terminal);
  return last === undefined || !hasResult ? null : createLostTerminal(last.cwd, last.size);
}
