import { describe, expect, it } from "vitest";
import { AgentError } from "../agent-error.ts";
import { holdsSecrets, parseModelConfig } from "./parse-model-config.ts";

const SECRET = "sk-very-secret";

function refusal(value: unknown): string {
  try {
    parseModelConfig(value, "/c.json");
  } catch (error) {
    if (AgentError.is(error)) return error.message;
    throw error;
  }
  throw new Error("it was taken");
}

describe("a configuration of models", () => {
  it("may be empty", () => {
    expect(parseModelConfig({}, "/c.json")).toEqual({
      model: null,
      effort: null,
      providers: new Map(),
    });
  });

  it("has providers with their address, key, headers and models", () => {
    const config = parseModelConfig(
      {
        model: "local/qwen",
        effort: "high",
        providers: {
          local: {
            kind: "openai-compatible",
            baseUrl: "http://localhost:8080/v1/",
            apiKey: `${SECRET}\n`,
            headers: { authorization: "Bearer x" },
            models: [{ id: "qwen", windowTokens: 32_768, images: true }],
          },
        },
      },
      "/c.json",
    );
    expect(config.providers.get("local")).toEqual({
      kind: "openai-compatible",
      baseUrl: "http://localhost:8080/v1",
      apiKey: SECRET,
      apiKeyVariable: null,
      headers: { authorization: "Bearer x" },
      models: [{ id: "qwen", windowTokens: 32_768, acceptsImages: true }],
    });
  });

  it.each([
    [[], "/c.json: expected an object, got a list"],
    [{ modle: "x" }, '/c.json: expected only model, effort, providers, got "modle"'],
    [{ model: 3 }, "/c.json: model: expected a string that is not empty, got a number"],
    [{ effort: "huge" }, 'effort: expected default or low or medium or high, got "huge"'],
    [{ providers: { "a b": {} } }, "providers.a b: expected a name of letters"],
    [{ providers: { a: { kind: "x" } } }, "providers.a.kind: expected openai-compatible or"],
    [
      { providers: { a: { baseUrl: "ftp://x" } } },
      "providers.a.baseUrl: expected an http or https",
    ],
    [{ providers: { a: { baseUrl: "http://u:p@x" } } }, "without user, query and fragment"],
    [{ providers: { a: { models: {} } } }, "providers.a.models: expected a list, got an object"],
    [{ providers: { a: { models: [{}] } } }, "providers.a.models.0.id: expected a model's name"],
    [
      { providers: { a: { models: [{ id: "m", windowTokens: 5 }] } } },
      "windowTokens: expected a whole number of tokens from 1000 up",
    ],
    [
      { providers: { a: { models: [{ id: "m", images: "yes" }] } } },
      "images: expected true or false, got a string",
    ],
    [{ providers: { a: { headers: { "x y": "z" } } } }, "expected a header's name"],
    [{ providers: { a: { headers: { x: null } } } }, "headers.x: expected a string, got nothing"],
    [{ providers: { a: { apiKeyVariable: "1-2" } } }, "expected a variable's name"],
  ])("%j is refused by name", (value, message) => {
    expect(refusal(value)).toContain(message);
  });

  it.each([
    { providers: { a: { apiKey: `${SECRET} two words` } } },
    { providers: { a: { apiKey: [SECRET] } } },
    { providers: { a: { headers: { x: `${SECRET}\n${SECRET}` } } } },
    { providers: { a: { baseUrl: `http://${SECRET}@host` } } },
    { providers: { a: { apiKeyVariable: `${SECRET}-${SECRET}` } } },
  ])("a refusal never repeats what could be a key", (value) => {
    expect(refusal(value)).not.toContain(SECRET);
  });

  it("holds secrets when it has a key or a header", () => {
    const holds = (provider: unknown): boolean =>
      holdsSecrets(parseModelConfig({ providers: { a: provider } }, "/c.json"));
    expect(holds({ apiKey: SECRET })).toBe(true);
    expect(holds({ headers: { x: "y" } })).toBe(true);
    expect(holds({ apiKeyVariable: "KEY", baseUrl: "http://localhost" })).toBe(false);
  });
});
