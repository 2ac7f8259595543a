import { describe, expect, it } from "vitest";
import type { Model, ModelEvent } from "../model.ts";
import { createShellModel } from "../shell-model.ts";
import { createContextFitter } from "./context-fitter.ts";
import { createNoticedModel } from "./create-noticed-model.ts";
import { createFixedPicker, createModelPicker } from "./model-picker.ts";
import { resolveModels, type Environment } from "./resolve-models.ts";

function createPicker(env: Environment) {
  return createModelPicker(resolveModels({ env, config: null, configProblem: null }));
}

const WITH_KEY = { DEEPSEEK_API_KEY: "k" };

describe("the model of a session", () => {
  it("begins with the one that is meant, and is the same while nothing changes", () => {
    const picker = createPicker(WITH_KEY);
    expect(picker.model.name).toBe("deepseek/deepseek-v4-pro");
    expect(picker.model).toBe(picker.model);
    expect(picker.settings.map(({ id }) => id)).toEqual(["model", "effort"]);
  });

  it("changes by its settings, and with it what can be set", () => {
    const picker = createPicker(WITH_KEY);
    const before = picker.model;
    expect(picker.change("effort", "high")).toBe(true);
    expect(picker.model).not.toBe(before);
    expect(picker.settings[1]?.current).toBe("high");
    expect(picker.change("model", "shell")).toBe(true);
    expect(picker.model.author).toBe("person");
    expect(picker.settings.map(({ id }) => id)).toEqual(["model"]);
  });

  it("leaves other settings alone, and refuses a choice there is not", () => {
    const picker = createPicker(WITH_KEY);
    expect(picker.change("mode", "full")).toBe(false);
    expect(() => picker.change("model", "gpt")).toThrow(/expected one of deepseek\/.*, got "gpt"/u);
    expect(() => picker.change("effort", "max")).toThrow(/expected one of default, low/u);
    expect(picker.model.name).toBe("deepseek/deepseek-v4-pro");
  });

  it("says which of those to choose from read images", () => {
    expect(createPicker(WITH_KEY).imageModels).toEqual([]);
    const { imageModels } = createPicker({ ...WITH_KEY, ANTHROPIC_API_KEY: "k" });
    expect(imageModels).toContain("anthropic/claude-sonnet-5-5");
    expect(imageModels.join()).not.toContain("deepseek");
  });

  it("is the shell, with nothing to choose, where there is no key", () => {
    const picker = createPicker({});
    expect(picker.model.author).toBe("person");
    expect(picker.settings).toEqual([]);
  });

  it("that cannot be used is a model's all the same, and can be left for one that can", () => {
    const picker = createPicker({ ...WITH_KEY, TERMWIRE_MODEL: "openai/x" });
    expect(picker.model).toMatchObject({ name: "unusable", author: "model" });
    picker.change("model", "deepseek/deepseek-v4-flash");
    expect(picker.model.name).toBe("deepseek/deepseek-v4-flash");
  });

  it("may be fixed", () => {
    const model = createShellModel();
    const picker = createFixedPicker(model);
    expect(picker.model).toBe(model);
    expect(picker.settings).toEqual([]);
    expect(picker.change("model", "x")).toBe(false);
  });
});

describe("a model with a notice", () => {
  it("says it before its first answer only, and stays the model it is", async () => {
    const model = createNoticedModel(createShellModel(), "Hello. ");
    const answer = async (): Promise<string[]> => {
      const types: string[] = [];
      const messages = [{ role: "user", text: "ls" }] as const;
      const { signal } = new AbortController();
      for await (const event of model.respond({ messages, tools: [], signal })) {
        types.push(event.type);
      }
      return types;
    };
    expect(model).toMatchObject({ name: "shell", author: "person" });
    expect(await answer()).toEqual(["text", "tool-call"] satisfies ModelEvent["type"][]);
    expect(await answer()).toEqual(["tool-call"]);
  });
});

describe("the context of a session", () => {
  const frame = (windowTokens: number | null): { model: Pick<Model, "windowTokens"> } => ({
    model: { windowTokens },
  });
  const long = Array.from({ length: 6 }, (_turn, index) => [
    { role: "user" as const, text: `prompt ${index} ${"x".repeat(3000)}` },
    { role: "assistant" as const, text: "ok", calls: [] },
  ]).flat();

  it("is all there is for a model whose window nobody knows", () => {
    const rest = { system: "", tools: [] };
    const fitted = createContextFitter().fit(long, { ...frame(null), ...rest });
    expect(fitted).toEqual({ messages: long, news: null });
  });

  it("is told to the person when something leaves it, and not again while that stays so", () => {
    const context = createContextFitter();
    const rest = { system: "s", tools: [] };
    const first = context.fit(long, { ...frame(4000), ...rest });
    expect(first.messages.length).toBeLessThan(long.length);
    expect(first.news).toMatch(/earlier turns? left its view/u);
    expect(context.fit(long, { ...frame(4000), ...rest }).news).toBeNull();
    expect(context.fit(long, { ...frame(3000), ...rest }).news).not.toBeNull();
  });
});
