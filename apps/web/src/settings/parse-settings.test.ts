import { describe, expect, it } from "vitest";
import { applySettingsUpdate, parseSettings, replaceOptions } from "./parse-settings.ts";

const modes = {
  currentModeId: "ask",
  availableModes: [
    { id: "ask", name: "Ask" },
    { id: "full", name: "Full", description: "All" },
  ],
};
const option = (members: object = {}) => ({
  id: "model",
  name: "Model",
  type: "select",
  category: "model",
  currentValue: "a",
  options: [{ value: "a", name: "A" }, { value: "b" }],
  ...members,
});

describe("the settings of a session", () => {
  it("are its options, with their choices in order", () => {
    expect(parseSettings({ configOptions: [option({ description: "Which one" })] })).toEqual([
      {
        id: "model",
        name: "Model",
        description: "Which one",
        category: "model",
        current: "a",
        via: "option",
        choices: [
          { id: "a", name: "A", description: null, group: null },
          { id: "b", name: "b", description: null, group: null },
        ],
      },
    ]);
  });

  it("keep the groups of choices", () => {
    const options = [
      { group: "g1", name: "One", options: [{ value: "a" }] },
      { group: "g2", options: [{ value: "b" }, {}] },
    ];
    const [setting] = parseSettings({ configOptions: [option({ options })] });
    expect(setting?.choices.map(({ id, group }) => [id, group])).toEqual([
      ["a", "One"],
      ["b", "g2"],
    ]);
  });

  it("are its modes and models where no option is the same", () => {
    const models = { currentModelId: "m", availableModels: [{ modelId: "m", name: "M" }] };
    const vias = (session: object) => parseSettings({ ...session }).map(({ via }) => via);
    expect(vias({ modes, models })).toEqual(["mode", "model"]);
    expect(vias({ modes, models, configOptions: [option()] })).toEqual(["option", "mode"]);
    const mode = option({ id: "mode", category: "mode" });
    expect(vias({ modes, configOptions: [mode] })).toEqual(["option"]);
  });

  it("may be switches", () => {
    const [setting] = parseSettings({
      configOptions: [{ id: "net", type: "boolean", currentValue: true }],
    });
    expect(setting).toMatchObject({ via: "toggle", current: "true", name: "net" });
  });

  it.each([
    {},
    { modes: null },
    { configOptions: "x" },
    { configOptions: [null, {}, option({ options: [] })] },
  ])("are none where none can be read: %j", (session) => {
    expect(parseSettings(session)).toEqual([]);
  });
});

describe("an update", () => {
  const settings = parseSettings({ modes, configOptions: [option()] });

  it("of the options replaces them and leaves the modes", () => {
    const configOptions = [option({ currentValue: "b" })];
    const updated = applySettingsUpdate(settings, {
      sessionUpdate: "config_option_update",
      configOptions,
    });
    expect(updated.map(({ via, current }) => [via, current])).toEqual([
      ["option", "b"],
      ["mode", "ask"],
    ]);
  });

  it("of the mode changes the mode, also where it is an option", () => {
    const update = { sessionUpdate: "current_mode_update", currentModeId: "full" };
    expect(applySettingsUpdate(settings, update).map(({ current }) => current)).toEqual([
      "a",
      "full",
    ]);
    const asOption = parseSettings({ configOptions: [option({ category: "mode" })] });
    expect(applySettingsUpdate(asOption, update)[0]?.current).toBe("full");
  });

  it("of anything else, or of nothing, changes nothing", () => {
    expect(applySettingsUpdate(settings, { sessionUpdate: "plan" })).toBe(settings);
    expect(replaceOptions(settings, undefined)).toBe(settings);
    expect(applySettingsUpdate(settings, { sessionUpdate: "current_mode_update" })).toEqual(
      settings,
    );
  });
});
