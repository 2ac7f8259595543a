import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { ModelSettings } from "./provider-settings.ts";

/** The part of the SDK's model that is used here. */
export type LanguageModel = Pick<LanguageModelV3, "doStream">;

/**
 * Loads the provider's code and makes the SDK's model. Nothing of the SDK is loaded before: an agent that was just
 * started answers `initialize` without it.
 */
export async function loadLanguageModel({
  provider,
  modelId,
}: Pick<ModelSettings, "provider" | "modelId">): Promise<LanguageModel> {
  const { id: name, baseUrl: baseURL, headers, apiKey } = provider;
  const settings = { baseURL, headers: { ...headers }, ...(apiKey !== null && { apiKey }) };
  switch (provider.kind) {
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({ name, includeUsage: true, ...settings }).chatModel(modelId);
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic(settings).languageModel(modelId);
    }
    case "deepseek": {
      const { createDeepSeek } = await import("@ai-sdk/deepseek");
      return createDeepSeek(settings).languageModel(modelId);
    }
  }
}
