import type { SharedV3ProviderOptions } from "@ai-sdk/provider";
import type { ModelSettings } from "./provider-settings.ts";

/** From 4.6 on these models decide themselves how much to think; before, thinking has a budget. */
const ADAPTIVE = /claude-[a-z]+-(?:4-[6-9]|[5-9]|\d{2,}(?!\d{4}))/u;

/** Tokens older Anthropic models may think with; 1,024 is the least that is allowed. */
const BUDGET_TOKENS = { low: 4096, medium: 12_000, high: 24_000 } as const;

/** What tells a provider how hard to think, in the provider's own words. */
export function toEffortOptions({
  provider,
  modelId,
  effort,
}: Pick<ModelSettings, "provider" | "modelId" | "effort">): SharedV3ProviderOptions {
  switch (provider.kind) {
    case "openai-compatible":
      return effort === "default" ? {} : { openaiCompatible: { reasoningEffort: effort } };
    case "deepseek":
      return effort === "default"
        ? {}
        : { deepseek: { thinking: { type: "enabled" }, reasoningEffort: effort } };
    case "anthropic":
      return toAnthropicOptions(modelId, effort);
  }
}

/** Newer models think whether asked or not; without `summarized` nobody would see what. */
function toAnthropicOptions(
  modelId: string,
  effort: ModelSettings["effort"],
): SharedV3ProviderOptions {
  if (ADAPTIVE.test(modelId)) {
    const thinking = { type: "adaptive", display: "summarized" };
    return { anthropic: { thinking, ...(effort !== "default" && { effort }) } };
  }
  if (effort === "default") return {};
  return { anthropic: { thinking: { type: "enabled", budgetTokens: BUDGET_TOKENS[effort] } } };
}
