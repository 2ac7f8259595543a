import type { LanguageModelV3Prompt } from "@ai-sdk/provider";

const CACHED = { anthropic: { cacheControl: { type: "ephemeral" } } };

/**
 * Asks Anthropic to keep what it has read: the system prompt, which every request begins with, and the end of the
 * conversation, which the next request goes on from. Without it each step of a turn pays for all before it again.
 */
export function markForCache(prompt: LanguageModelV3Prompt): LanguageModelV3Prompt {
  return prompt.map((message, index) =>
    message.role === "system" || index === prompt.length - 1
      ? { ...message, providerOptions: { ...message.providerOptions, ...CACHED } }
      : message,
  );
}
