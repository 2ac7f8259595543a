import { describe, expect, it } from "vitest";
import { createModelPicker } from "../models/model-picker.ts";
import { resolveModels } from "../models/resolve-models.ts";
import { createModelCommand } from "./model-command.ts";

function createSubject() {
  const env = { DEEPSEEK_API_KEY: "k" };
  const picker = createModelPicker(resolveModels({ env, config: null, configProblem: null }));
  const command = createModelCommand({
    get settings() {
      return picker.settings;
    },
    change: async (settingId, choiceId) => void picker.change(settingId, choiceId),
  });
  return { picker, command };
}

describe("/model", () => {
  it("changes who answers", async () => {
    const { picker, command } = createSubject();
    expect(await command.run("shell")).toBe("The model is shell from now on.");
    expect(picker.model.name).toBe("shell");
  });

  it("says who answers and who could", async () => {
    expect(await createSubject().command.run("")).toBe(
      "The model is deepseek/deepseek-v4-pro. There is: deepseek/deepseek-v4-pro, deepseek/deepseek-v4-flash, shell.",
    );
  });

  it("changes nothing for a name there is not, and says which there are", async () => {
    const { picker, command } = createSubject();
    expect(await command.run("gpt")).toContain('There is no model "gpt" here. There is: deepseek/');
    expect(picker.model.name).toBe("deepseek/deepseek-v4-pro");
  });
});
