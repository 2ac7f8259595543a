import type { LanguageModelV3Message } from "@ai-sdk/provider";

/** What an assistant said, as the SDK takes it. */
export type AssistantContent = Extract<LanguageModelV3Message, { role: "assistant" }>["content"];

/**
 * Reads back what an answer's `replay` keeps, possibly from a log; null when it is not that, or does not have as many
 * calls as were acted on.
 */
export function parseReplay(content: unknown, calls: number): AssistantContent | null {
  if (!Array.isArray(content) || !content.every(isReplayPart)) return null;
  const found = content.filter(({ type }) => type === "tool-call").length;
  return found === calls && content.length > 0 ? content : null;
}

type ReplayPart = Extract<AssistantContent[number], { type: "text" | "reasoning" | "tool-call" }>;

function isReplayPart(value: unknown): value is ReplayPart {
  if (typeof value !== "object" || value === null || !("type" in value)) return false;
  if (value.type === "tool-call") {
    return (
      "toolCallId" in value &&
      typeof value.toolCallId === "string" &&
      "toolName" in value &&
      typeof value.toolName === "string" &&
      "input" in value
    );
  }
  const isWords = value.type === "text" || value.type === "reasoning";
  return isWords && "text" in value && typeof value.text === "string";
}
