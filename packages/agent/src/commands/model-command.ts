import { AcpError, type SessionSetting } from "@termwire/acp/agent";
import { MODEL_SETTING } from "../models/model-settings.ts";
import type { SlashCommand } from "./slash-command.ts";

/** Where the model of a session is chosen. */
export interface ModelChooser {
  readonly settings: readonly SessionSetting[];
  /** @throws AcpError for a choice there is not. */
  readonly change: (settingId: string, choiceId: string) => Promise<void>;
}

/** Creates `/model`: who answers from the next prompt on. */
export function createModelCommand(chooser: ModelChooser): SlashCommand {
  return {
    name: "model",
    description: "Choose the model for the next prompts, or see which there are.",
    hint: "NAME",
    async run(argument) {
      const setting = chooser.settings.find(({ id }) => id === MODEL_SETTING);
      const names = setting?.choices.map(({ id }) => id) ?? [];
      if (setting === undefined || argument === "") {
        return `The model is ${setting?.current ?? "fixed"}. There is: ${names.join(", ")}.`;
      }
      try {
        await chooser.change(MODEL_SETTING, argument);
      } catch (error) {
        if (!AcpError.is(error)) throw error;
        return `There is no model "${argument}" here. There is: ${names.join(", ")}.`;
      }
      return `The model is ${argument} from now on.`;
    },
  };
}
