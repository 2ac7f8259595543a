import { describe, expect, it } from "vitest";
import { parseModelConfig } from "./parse-model-config.ts";
import { toModelName } from "./provider-settings.ts";
import { resolveModels, type Environment, type ModelCatalog } from "./resolve-models.ts";

function resolve(env: Environment, config: unknown = null): ModelCatalog {
  return resolveModels({
    env,
    config: config === null ? null : parseModelConfig(config, "/c.json"),
    configProblem: null,
  });
}

function chosen(catalog: ModelCatalog): string {
  const { choice } = catalog;
  if (choice.kind === "model") return toModelName(choice.settings);
  return choice.kind === "shell" ? "shell" : choice.problem;
}

describe("the model that is meant", () => {
  it("is the shell when there is no key and nobody chose, and it says which it is", () => {
    expect(resolve({}).choice).toEqual({ kind: "shell", isChosen: false });
    expect(resolve({ TERMWIRE_MODEL: "shell" }).choice).toEqual({ kind: "shell", isChosen: true });
    expect(resolve({ DEEPSEEK_API_KEY: "k" }, { model: "shell" }).choice.kind).toBe("shell");
  });

  it("is a provider's first one when there is a key for it", () => {
    expect(chosen(resolve({ DEEPSEEK_API_KEY: "k" }))).toBe("deepseek/deepseek-v4-pro");
    expect(chosen(resolve({ ANTHROPIC_API_KEY: "k" }))).toBe("anthropic/claude-sonnet-5-5");
  });

  it("is what the environment says, then what the file says", () => {
    const env = { DEEPSEEK_API_KEY: "k", TERMWIRE_MODEL: "deepseek/deepseek-v4-flash" };
    const config = { model: "deepseek/other" };
    expect(chosen(resolve(env, config))).toBe("deepseek/deepseek-v4-flash");
    expect(chosen(resolve({ DEEPSEEK_API_KEY: "k" }, config))).toBe("deepseek/other");
  });

  it("may be one nobody knows, with slashes in its name", () => {
    const catalog = resolve({ OPENAI_API_KEY: "k", TERMWIRE_MODEL: "openai/org/model:free" });
    expect(catalog.choice).toMatchObject({
      kind: "model",
      settings: { modelId: "org/model:free", windowTokens: null },
    });
    expect(catalog.usable.map(toModelName)).toContain("openai/org/model:free");
  });

  it("is never the shell when another one was meant and cannot be used", () => {
    expect(chosen(resolve({ TERMWIRE_MODEL: "deepseek/x" }))).toBe(
      "TERMWIRE_MODEL: deepseek/x cannot be used: no key: set DEEPSEEK_API_KEY or providers.deepseek.apiKey in the configuration",
    );
    expect(chosen(resolve({ TERMWIRE_MODEL: "gpt" }))).toContain("expected PROVIDER/MODEL");
    expect(chosen(resolve({}, { model: "nope/x" }))).toContain("the configured model");
    expect(chosen(resolve({ TERMWIRE_EFFORT: "huge" }))).toContain("TERMWIRE_EFFORT: expected");
    expect(chosen(resolve({ OPENAI_API_KEY: "k" }))).toContain("TERMWIRE_MODEL=openai/MODEL");
    const refused = resolveModels({ env: {}, config: null, configProblem: "chmod 600 it" });
    expect(chosen(refused)).toBe("chmod 600 it");
  });

  it("has the effort that was asked for", () => {
    const env = { DEEPSEEK_API_KEY: "k" };
    expect(resolve(env).choice).toMatchObject({ settings: { effort: "default" } });
    expect(resolve(env, { effort: "low" }).choice).toMatchObject({ settings: { effort: "low" } });
    const asked = resolve({ ...env, TERMWIRE_EFFORT: "high" }, { effort: "low" });
    expect(asked.choice).toMatchObject({ settings: { effort: "high" } });
  });
});

describe("a provider", () => {
  it("that cannot be used says what is missing", () => {
    const { providers } = resolve(
      {},
      { providers: { mine: {}, key: { apiKeyVariable: "MY_KEY" } } },
    );
    const problems = Object.fromEntries(providers.map(({ id, problem }) => [id, problem]));
    expect(problems["mine"]).toBe("no address: set providers.mine.baseUrl");
    expect(problems["key"]).toBe("no address: set providers.key.baseUrl");
    expect(problems["anthropic"]).toContain("ANTHROPIC_API_KEY");
  });

  it("of one's own needs no key, unless a variable is named for it", () => {
    const baseUrl = "http://localhost:1/v1";
    const free = resolve({}, { providers: { mine: { baseUrl, models: [{ id: "m" }] } } });
    expect(chosen(free)).toBe("mine/m");
    const config = { providers: { mine: { baseUrl, apiKeyVariable: "MY_KEY" } } };
    expect(resolve({}, config).providers[0]?.problem).toContain("no key: set MY_KEY");
    const found = resolve({ MY_KEY: "k", TERMWIRE_MODEL: "mine/m" }, config);
    expect(found.choice).toMatchObject({ settings: { provider: { apiKey: "k" } } });
    expect(found.secretVariables).toContain("MY_KEY");
  });

  it("is made by TERMWIRE_BASE_URL alone", () => {
    const env = { TERMWIRE_BASE_URL: "http://localhost:1/v1/", TERMWIRE_MODEL: "custom/qwen" };
    expect(resolve(env).choice).toMatchObject({
      settings: { provider: { baseUrl: "http://localhost:1/v1", apiKey: null } },
    });
    expect(resolve({ ...env, TERMWIRE_API_KEY: "k" }).choice).toMatchObject({
      settings: { provider: { apiKey: "k" } },
    });
  });

  it("gets its key at the address that belongs to it, never at the usual one", () => {
    const env = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "https://proxy.example/v1" };
    const openai = resolve({ ...env, TERMWIRE_MODEL: "openai/m" }).choice;
    expect(openai).toMatchObject({
      settings: { provider: { baseUrl: "https://proxy.example/v1" } },
    });
    const anthropic = resolve({
      ANTHROPIC_API_KEY: "k",
      ANTHROPIC_BASE_URL: "https://proxy.example",
    }).choice;
    expect(anthropic).toMatchObject({
      settings: { provider: { baseUrl: "https://proxy.example/v1" } },
    });
    const broken = resolve({ OPENAI_API_KEY: "k", OPENAI_BASE_URL: "proxy" });
    expect(broken.providers.find(({ id }) => id === "openai")).toMatchObject({
      baseUrl: null,
      problem: expect.stringContaining("OPENAI_BASE_URL"),
    });
  });

  it("with a key no header could carry says which variable holds it, and not what", () => {
    const env = { DEEPSEEK_API_KEY: "sk-broken\nkey" };
    const report = resolve(env).providers.find(({ id }) => id === "deepseek");
    expect(report?.problem).toContain("DEEPSEEK_API_KEY: expected a key");
    expect(report?.problem).not.toContain("broken");
  });

  it("takes what the file says before what the environment says", () => {
    const catalog = resolve(
      { DEEPSEEK_API_KEY: "from-env" },
      {
        providers: {
          deepseek: { apiKey: "from-file", models: [{ id: "deepseek-v4-pro", images: true }] },
        },
      },
    );
    expect(catalog.choice).toMatchObject({
      settings: { provider: { apiKey: "from-file" }, windowTokens: 128_000, acceptsImages: true },
    });
    expect(catalog.providers[0]).toMatchObject({ id: "deepseek", keyFrom: "config" });
  });
});

describe("variables that hold keys", () => {
  it("are named whether they are set or not, so that no command ever sees one", () => {
    expect(resolve({}).secretVariables).toEqual([
      "ANTHROPIC_API_KEY",
      "DEEPSEEK_API_KEY",
      "OPENAI_API_KEY",
      "TERMWIRE_API_KEY",
    ]);
  });
});
