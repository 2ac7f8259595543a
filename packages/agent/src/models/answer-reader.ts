import type { LanguageModelV3StreamPart, SharedV3ProviderMetadata } from "@ai-sdk/provider";
import type { ModelEvent, ModelStopReason, ModelUsage } from "../model.ts";
import { parseCallInput, toCallInput } from "./call-input.ts";
import type { AssistantContent } from "./replay-content.ts";

type FinishPart = Extract<LanguageModelV3StreamPart, { type: "finish" }>;
type ToolCallPart = Extract<LanguageModelV3StreamPart, { type: "tool-call" }>;
type Metadata = SharedV3ProviderMetadata | undefined;

interface WordsPart {
  readonly type: "text" | "reasoning";
  text: string;
  metadata: Metadata;
}

/** The stream ended before the answer did. */
export class CutOffError extends Error {
  constructor() {
    super("the answer was cut off");
    this.name = "CutOffError";
  }
}

/**
 * Puts an answer together from the SDK's stream: words as they come, calls only once it is complete, because half an
 * answer is not to be acted on.
 */
export class AnswerReader {
  readonly #model: string;
  readonly #words = new Map<string, WordsPart>();
  readonly #content: (WordsPart | ToolCallPart)[] = [];
  #finish: FinishPart | null = null;

  constructor(model: string) {
    this.#model = model;
  }

  /** Takes the next part; gives what can be shown of it. @throws what the provider says went wrong. */
  take(part: LanguageModelV3StreamPart): ModelEvent | null {
    switch (part.type) {
      case "text-start":
      case "reasoning-start":
        this.#start(
          part.id,
          part.type === "text-start" ? "text" : "reasoning",
          part.providerMetadata,
        );
        return null;
      case "text-delta":
      case "reasoning-delta":
        return this.#append(part);
      case "text-end":
      case "reasoning-end":
        this.#sign(part.id, part.providerMetadata);
        return null;
      case "tool-call":
        this.#content.push(part);
        return null;
      case "finish":
        this.#finish = part;
        return null;
      case "error":
        throw part.error;
      default:
        return null;
    }
  }

  /** What comes after the words. @throws CutOffError */
  complete(): readonly ModelEvent[] {
    const finish = this.#finish;
    const stopReason = toStopReason(finish);
    if (finish === null || stopReason === null) throw new CutOffError();
    const isActedOn = stopReason === "end_turn";
    const content = toReplay(this.#content, isActedOn);
    const calls = isActedOn ? this.#content.filter(isToolCall) : [];
    return [
      ...calls.map(({ toolName, input }) => ({
        type: "tool-call" as const,
        name: toolName,
        input: parseCallInput(input),
      })),
      {
        type: "finish",
        stopReason,
        usage: toUsage(finish.usage),
        replay: content.length === 0 ? null : { model: this.#model, content },
      },
    ];
  }

  #start(id: string, type: WordsPart["type"], metadata: Metadata): WordsPart {
    const part: WordsPart = { type, text: "", metadata };
    this.#words.set(`${type} ${id}`, part);
    this.#content.push(part);
    return part;
  }

  #append({
    type: partType,
    id,
    delta,
    providerMetadata,
  }: Extract<
    LanguageModelV3StreamPart,
    { type: "text-delta" | "reasoning-delta" }
  >): ModelEvent | null {
    const type = partType === "text-delta" ? "text" : "reasoning";
    const part = this.#words.get(`${type} ${id}`) ?? this.#start(id, type, providerMetadata);
    part.text += delta;
    part.metadata = providerMetadata ?? part.metadata;
    if (delta === "") return null;
    return { type: type === "text" ? "text" : "thought", text: delta };
  }

  #sign(id: string, metadata: Metadata): void {
    const part = this.#words.get(`text ${id}`) ?? this.#words.get(`reasoning ${id}`);
    if (part !== undefined) part.metadata = metadata ?? part.metadata;
  }
}

/** Null for an answer that did not come to an end. */
function toStopReason(finish: FinishPart | null): ModelStopReason | null {
  switch (finish?.finishReason.unified) {
    case "stop":
    case "tool-calls":
      return "end_turn";
    case "length":
      return "max_tokens";
    case "content-filter":
      return "refusal";
    case "other":
      // A word nobody knows still ended it; no word at all did not.
      return finish?.finishReason.raw === undefined ? null : "end_turn";
    case "error":
    case undefined:
      return null;
  }
}

function toUsage({ inputTokens, outputTokens }: FinishPart["usage"]): ModelUsage | null {
  const usage = {
    inputTokens: inputTokens.total ?? null,
    outputTokens: outputTokens.total ?? null,
    cachedInputTokens: inputTokens.cacheRead ?? null,
    reasoningTokens: outputTokens.reasoning ?? null,
  };
  return usage.inputTokens === null && usage.outputTokens === null ? null : usage;
}

function toReplay(
  content: readonly (WordsPart | ToolCallPart)[],
  withCalls: boolean,
): AssistantContent {
  return content.flatMap<AssistantContent[number]>((part) => {
    const metadata = isToolCall(part) ? part.providerMetadata : part.metadata;
    const providerOptions = metadata === undefined ? {} : { providerOptions: metadata };
    if (isToolCall(part)) {
      const { toolCallId, toolName } = part;
      const input = toCallInput(parseCallInput(part.input));
      return withCalls
        ? [{ type: "tool-call", toolCallId, toolName, input, ...providerOptions }]
        : [];
    }
    // Thoughts may be hidden and signed all the same; words cannot.
    if (part.type === "text" && part.text === "") return [];
    return [{ type: part.type, text: part.text, ...providerOptions }];
  });
}

function isToolCall(part: WordsPart | ToolCallPart): part is ToolCallPart {
  return part.type === "tool-call";
}
