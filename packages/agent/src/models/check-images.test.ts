import { describe, expect, it } from "vitest";
import { checkImages } from "./check-images.ts";
import { createFixedPicker, createModelPicker } from "./model-picker.ts";
import { resolveModels } from "./resolve-models.ts";

const images = [{ mimeType: "image/png", data: "aGk=" }];

describe("a prompt with images", () => {
  it("is refused by a model that reads none, with those that do", () => {
    const env = { DEEPSEEK_API_KEY: "k", ANTHROPIC_API_KEY: "k" };
    const picker = createModelPicker(resolveModels({ env, config: null, configProblem: null }));
    expect(() => checkImages({ images }, picker)).toThrow(
      /deepseek\/deepseek-v4-pro reads no images.*with \/model: anthropic\//u,
    );
    picker.change("model", "anthropic/claude-sonnet-5-5");
    expect(() => checkImages({ images }, picker)).not.toThrow();
  });

  it("is refused where what is typed is run", () => {
    const shell = createFixedPicker({
      name: "shell",
      author: "person",
      async *respond() {},
    });
    expect(() => checkImages({ images }, shell)).toThrow("The model shell reads no images");
    expect(() => checkImages({ images: [] }, shell)).not.toThrow();
    expect(() => checkImages({}, shell)).not.toThrow();
  });
});
