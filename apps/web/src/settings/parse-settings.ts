import { toFields, toFieldsList, toText, type Fields } from "../wire/read-fields.ts";
import type { Setting, SettingChoice } from "./setting.ts";

/** The two values of a switch. */
const SWITCH: readonly SettingChoice[] = ["true", "false"].map((id) => ({
  id,
  name: id,
  description: null,
  group: null,
}));

/**
 * Reads what a new or loaded session can be set to: its options, and its modes and models where no option is the same.
 */
export function parseSettings(session: Fields): readonly Setting[] {
  const options = parseOptions(session["configOptions"]);
  const has = (category: string): boolean => options.some((option) => option.category === category);
  const mode = has("mode") ? null : parseModes(toFields(session["modes"]));
  const model = has("model") ? null : parseModels(toFields(session["models"]));
  return [...options, mode, model].filter((setting) => setting !== null);
}

/** Folds one `session/update` into the settings. */
export function applySettingsUpdate(
  settings: readonly Setting[],
  update: Fields,
): readonly Setting[] {
  switch (update["sessionUpdate"]) {
    case "config_option_update":
      return replaceOptions(settings, update["configOptions"]);
    case "current_mode_update":
      return settings.map((setting) => {
        const current = toText(update["currentModeId"]) ?? setting.current;
        return setting.via === "mode" || setting.category === "mode"
          ? { ...setting, current }
          : setting;
      });
    default:
      return settings;
  }
}

/** All options anew, as an update or the answer to a change tells them. */
export function replaceOptions(settings: readonly Setting[], options: unknown): readonly Setting[] {
  if (!Array.isArray(options)) return settings;
  return [
    ...parseOptions(options),
    ...settings.filter(({ via }) => via === "mode" || via === "model"),
  ];
}

function parseOptions(options: unknown): Setting[] {
  return toFieldsList(options).flatMap((option): Setting[] => {
    const id = toText(option["id"]);
    if (id === null) return [];
    const about = {
      id,
      name: toText(option["name"]) ?? id,
      description: toText(option["description"]),
      category: toText(option["category"]),
    };
    if (option["type"] === "boolean") {
      return [
        {
          ...about,
          current: String(option["currentValue"] === true),
          choices: SWITCH,
          via: "toggle",
        },
      ];
    }
    const choices = parseChoices(option["options"]);
    const current = toText(option["currentValue"]) ?? "";
    return choices.length === 0 ? [] : [{ ...about, current, choices, via: "option" }];
  });
}

/** A list of choices, or of groups of them. */
function parseChoices(options: unknown): SettingChoice[] {
  return toFieldsList(options).flatMap((option) => {
    if (!Array.isArray(option["options"])) return parseChoice(option, option["value"], null);
    const group = toText(option["name"]) ?? toText(option["group"]);
    return toFieldsList(option["options"]).flatMap((choice) =>
      parseChoice(choice, choice["value"], group),
    );
  });
}

function parseChoice(choice: Fields, value: unknown, group: string | null): SettingChoice[] {
  const id = toText(value);
  if (id === null) return [];
  const name = toText(choice["name"]) ?? id;
  return [{ id, name, description: toText(choice["description"]), group }];
}

function parseModes({ currentModeId, availableModes }: Fields): Setting | null {
  const choices = toFieldsList(availableModes).flatMap((mode) =>
    parseChoice(mode, mode["id"], null),
  );
  return toSetting("mode", toText(currentModeId), choices);
}

function parseModels({ currentModelId, availableModels }: Fields): Setting | null {
  const choices = toFieldsList(availableModels).flatMap((model) =>
    parseChoice(model, model["modelId"], null),
  );
  return toSetting("model", toText(currentModelId), choices);
}

function toSetting(
  via: "mode" | "model",
  current: string | null,
  choices: readonly SettingChoice[],
): Setting | null {
  if (current === null || choices.length === 0) return null;
  return { id: via, name: via, description: null, category: via, current, choices, via };
}
