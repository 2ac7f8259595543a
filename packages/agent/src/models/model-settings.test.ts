import { describe, expect, it } from "vitest";
import { createUnusableModel } from "./create-unusable-model.ts";
import { toEffortSetting, toModelSetting } from "./model-settings.ts";
import { resolveModels } from "./resolve-models.ts";

const { usable } = resolveModels({
  env: { DEEPSEEK_API_KEY: "k" },
  config: null,
  configProblem: null,
});

describe("the settings of a session's model", () => {
  it("offer each model that can be used, the current one, and the shell", () => {
    const setting = toModelSetting(usable, "mine/other");
    expect(setting).toMatchObject({ id: "model", category: "model", current: "mine/other" });
    expect(setting.choices.map(({ id }) => id)).toEqual([
      "deepseek/deepseek-v4-pro",
      "deepseek/deepseek-v4-flash",
      "mine/other",
      "shell",
    ]);
  });

  it("always have the current choice among the choices, once", () => {
    for (const current of ["shell", "deepseek/deepseek-v4-pro"]) {
      const ids = toModelSetting(usable, current).choices.map(({ id }) => id);
      expect(ids.filter((id) => id === current)).toEqual([current]);
    }
  });

  it("offer each effort", () => {
    const setting = toEffortSetting("high");
    expect(setting).toMatchObject({ category: "thought_level", current: "high" });
    expect(setting.choices.map(({ id }) => id)).toEqual(["default", "low", "medium", "high"]);
  });
});

describe("a model that cannot be used", () => {
  it("says why at every prompt", async () => {
    const answer = createUnusableModel("no key: set X").respond({
      messages: [],
      tools: [],
      signal: new AbortController().signal,
    });
    const reading = (async () => {
      for await (const event of answer) return event;
      return null;
    })();
    await expect(reading).rejects.toThrow("no key: set X. `termwire models` tells what there is.");
  });
});
