import { describe, expect, it } from "vitest";
import { toEffortOptions } from "./effort-options.ts";
import type { Effort, ProviderKind } from "./provider-settings.ts";

function options(kind: ProviderKind, modelId: string, effort: Effort) {
  const provider = { id: "p", kind, baseUrl: "http://x", apiKey: null, headers: {} };
  return toEffortOptions({ provider, modelId, effort });
}

describe("how hard a model should think", () => {
  it.each(["claude-sonnet-4-6", "claude-opus-5", "claude-haiku-5-5", "claude-opus-4-8"])(
    "%s decides itself, shows its thoughts, and takes an effort",
    (modelId) => {
      expect(options("anthropic", modelId, "default")).toEqual({
        anthropic: { thinking: { type: "adaptive", display: "summarized" } },
      });
      expect(options("anthropic", modelId, "low")).toMatchObject({ anthropic: { effort: "low" } });
    },
  );

  it.each(["claude-sonnet-4-5", "claude-opus-4-20250514", "claude-3-haiku-20240307"])(
    "%s has a budget, if anything is asked",
    (modelId) => {
      expect(options("anthropic", modelId, "default")).toEqual({});
      expect(options("anthropic", modelId, "high")).toMatchObject({
        anthropic: { thinking: { type: "enabled", budgetTokens: 24_000 } },
      });
    },
  );

  it("is said to the others in their own words, and by default not at all", () => {
    expect(options("openai-compatible", "m", "low")).toEqual({
      openaiCompatible: { reasoningEffort: "low" },
    });
    expect(options("deepseek", "m", "high")).toMatchObject({
      deepseek: { reasoningEffort: "high" },
    });
    expect(options("openai-compatible", "m", "default")).toEqual({});
    expect(options("deepseek", "m", "default")).toEqual({});
  });
});
