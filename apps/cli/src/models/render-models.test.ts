import { describe, expect, it } from "vitest";
import { parseModelConfig, resolveModels, type Environment } from "@termwire/agent";
import type { LoadedCatalog } from "./load-catalog.ts";
import { renderModels, toModelsReport } from "./render-models.ts";

function load(env: Environment, config: unknown = null): LoadedCatalog {
  const parsed = config === null ? null : parseModelConfig(config, "/c.json");
  return {
    catalog: resolveModels({ env, config: parsed, configProblem: null }),
    file: {
      path: "/c.json",
      isThere: config !== null,
      config: parsed,
      agentServers: undefined,
      problem: null,
    },
  };
}

describe("what is said of models", () => {
  it("is that the prompt is a command line, and for each provider which variable is missing", () => {
    const text = renderModels(load({}));
    expect(text).toMatch(/^model +shell, as there is no key/mu);
    expect(text).toMatch(/^configuration +\/c\.json \(there is none\)$/mu);
    expect(text).toMatch(/^no {3}deepseek +no key: set DEEPSEEK_API_KEY/mu);
    expect(text).toMatch(/^no {3}anthropic +no key: set ANTHROPIC_API_KEY/mu);
    expect(text).toMatch(/^no {3}openai +no key: set OPENAI_API_KEY/mu);
  });

  it("is which one a prompt goes to, where each key is from, and never the key", () => {
    const loaded = load(
      { DEEPSEEK_API_KEY: "sk-env-secret", TERMWIRE_EFFORT: "high" },
      { providers: { mine: { baseUrl: "http://localhost:1/v1", apiKey: "sk-file-secret" } } },
    );
    const text = renderModels(loaded);
    expect(text).toMatch(/^model +deepseek\/deepseek-v4-pro, effort high$/mu);
    expect(text).toMatch(/^yes {2}deepseek +https:\S+, key from DEEPSEEK_API_KEY$/mu);
    expect(text).toMatch(/^yes {2}mine +http:\S+, key from config\n +any: TERMWIRE_MODEL=mine/mu);
    const report = JSON.stringify(toModelsReport(loaded));
    for (const said of [text, report]) expect(said).not.toContain("secret");
  });

  it("is why the one that was chosen cannot be used", () => {
    const loaded = load({ TERMWIRE_MODEL: "anthropic/x" });
    expect(renderModels(loaded)).toMatch(/^model +none: TERMWIRE_MODEL: anthropic\/x cannot/mu);
    expect(toModelsReport(loaded)).toMatchObject({ chosen: { kind: "unusable", model: null } });
    expect(renderModels(load({ TERMWIRE_MODEL: "shell" }))).toContain("shell: the prompt is");
  });

  it("is why a file is refused", () => {
    const loaded = load({});
    const file = { ...loaded.file, isThere: true, problem: "chmod 600 it" };
    expect(renderModels({ ...loaded, file })).toMatch(/^configuration +refused: chmod 600 it$/mu);
  });
});
