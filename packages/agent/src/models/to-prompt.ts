import type { LanguageModelV3Message, LanguageModelV3Prompt } from "@ai-sdk/provider";
import type { ModelMessage, ModelRequest, ModelToolCall } from "../model.ts";
import { toCallInput } from "./call-input.ts";
import { parseReplay, type AssistantContent } from "./replay-content.ts";

/** For whom a conversation is written down. */
export interface PromptReader {
  /** The model's name: only its own replays are for it. */
  readonly name: string;
  readonly acceptsImages: boolean;
}

/** What a model reads of a call whose result is not in the conversation. */
const NO_RESULT = "The result of this call was lost.";

/**
 * A conversation as the SDK's models take it. Whatever came in, every call is followed by exactly one result and no
 * result stands alone: providers refuse anything else, and a session would be lost for good.
 */
export function toPrompt(
  { messages, system }: Pick<ModelRequest, "messages" | "system">,
  reader: PromptReader,
): LanguageModelV3Prompt {
  const writer = new PromptWriter(reader);
  const content = system ?? "";
  if (content !== "") writer.prompt.push({ role: "system", content });
  for (const message of messages) writer.add(message);
  writer.settleCalls();
  return writer.prompt;
}

/** A call that waits for its result; `id` is the one the provider knows. */
interface PendingCall {
  readonly id: string;
  readonly name: string;
}

class PromptWriter {
  readonly prompt: LanguageModelV3Message[] = [];
  readonly #reader: PromptReader;
  #pending = new Map<string, PendingCall>();
  #results: Extract<LanguageModelV3Message, { role: "tool" }>["content"] = [];

  constructor(reader: PromptReader) {
    this.#reader = reader;
  }

  add(message: ModelMessage): void {
    if (message.role === "tool") return this.#addResult(message);
    this.settleCalls();
    switch (message.role) {
      case "user":
        this.prompt.push({ role: "user", content: this.#toUserContent(message) });
        return;
      case "notice":
        this.prompt.push({
          role: "user",
          content: [{ type: "text", text: toNotice(message.text) }],
        });
        return;
      case "assistant":
        this.#addAnswer(message);
    }
  }

  /** Ends the results of the last answer. */
  settleCalls(): void {
    for (const callId of this.#pending.keys()) {
      this.#addResult({ role: "tool", callId, text: NO_RESULT });
    }
    if (this.#results.length > 0) this.prompt.push({ role: "tool", content: this.#results });
    this.#results = [];
  }

  #addResult({ callId, text }: Extract<ModelMessage, { role: "tool" }>): void {
    const call = this.#pending.get(callId);
    if (call === undefined) return;
    this.#pending.delete(callId);
    // Some providers take no empty text.
    const value = text === "" ? "(nothing)" : text;
    const output = { type: "text", value } as const;
    this.#results.push({ type: "tool-result", toolCallId: call.id, toolName: call.name, output });
  }

  #addAnswer({ text, calls, replay }: Extract<ModelMessage, { role: "assistant" }>): void {
    const own =
      replay?.model === this.#reader.name ? parseReplay(replay.content, calls.length) : null;
    const content = own ?? toContent(text, calls);
    if (content.length === 0) return;
    this.prompt.push({ role: "assistant", content });
    const ids = content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
    this.#pending = new Map(
      calls.map(({ callId, name }, index) => [
        callId,
        { id: ids[index] ?? toCallId(callId), name },
      ]),
    );
  }

  #toUserContent({
    text,
    images = [],
  }: Extract<ModelMessage, { role: "user" }>): Extract<
    LanguageModelV3Message,
    { role: "user" }
  >["content"] {
    const words = text === "" && images.length > 0 ? [] : [{ type: "text" as const, text }];
    if (!this.#reader.acceptsImages) {
      const left = images.map(
        ({ mimeType }) => `[${mimeType} left out: this model reads no images]`,
      );
      return [...words, ...left.map((note) => ({ type: "text" as const, text: note }))];
    }
    return [
      ...words,
      ...images.map(({ mimeType: mediaType, data }) => ({
        type: "file" as const,
        mediaType,
        data,
      })),
    ];
  }
}

function toContent(text: string, calls: readonly ModelToolCall[]): AssistantContent {
  return [
    ...(text === "" ? [] : [{ type: "text" as const, text }]),
    ...calls.map(({ callId, name, input }) => ({
      type: "tool-call" as const,
      toolCallId: toCallId(callId),
      toolName: name,
      input: toCallInput(input),
    })),
  ];
}

/** OpenAI takes at most 40 characters; without its dashes a UUID is short enough and as unique. */
function toCallId(callId: string): string {
  return callId.replaceAll(/[^A-Za-z0-9_]/gu, "").slice(-40);
}

/** Set apart from what the person says. */
function toNotice(text: string): string {
  return `<notice>\n${text}\n</notice>`;
}
