import type { SessionSetting } from "@termwire/acp/agent";
import { EFFORTS, toModelName, type Effort, type ModelSettings } from "./provider-settings.ts";

/** Which setting of a session chooses its model. */
export const MODEL_SETTING = "model";

/** Which one says how hard it should think. */
export const EFFORT_SETTING = "effort";

/** The name of the model that runs what is typed. */
export const SHELL_MODEL = "shell";

const EFFORT_NAMES: Readonly<Record<Effort, string>> = {
  default: "Provider's default",
  low: "Low",
  medium: "Medium",
  high: "High",
};

/** The setting that chooses a model among those that can be used; the shell is always one. */
export function toModelSetting(usable: readonly ModelSettings[], current: string): SessionSetting {
  const names = [...new Set([...usable.map(toModelName), current])].filter(
    (name) => name !== SHELL_MODEL,
  );
  return {
    id: MODEL_SETTING,
    name: "Model",
    category: "model",
    current,
    choices: [
      ...names.map((name) => ({ id: name, name })),
      { id: SHELL_MODEL, name: "Shell", description: "The prompt is the command line" },
    ],
  };
}

/** The setting that says how hard a model should think. */
export function toEffortSetting(current: Effort): SessionSetting {
  return {
    id: EFFORT_SETTING,
    name: "Effort",
    category: "thought_level",
    current,
    choices: EFFORTS.map((id) => ({ id, name: EFFORT_NAMES[id] })),
  };
}
