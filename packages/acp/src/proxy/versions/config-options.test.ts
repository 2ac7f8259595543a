import { describe, expect, it } from "vitest";
import { toModeOption, toModes, toV1Options, toV2Options } from "./config-options.ts";

const OPTION = {
  id: "model",
  name: "Model",
  type: "select",
  currentValue: "a",
  options: [{ value: "a", name: "A" }],
};
const { id, ...ABOUT } = OPTION;
const MODES = {
  currentModeId: "ask",
  availableModes: [
    { id: "ask", name: "Ask", description: "Asks." },
    { id: "full", name: "Full" },
  ],
};

describe("options", () => {
  it("come back as they were", () => {
    expect(toV2Options([OPTION])).toEqual([{ configId: id, ...ABOUT }]);
    expect(toV1Options(toV2Options([OPTION]))).toEqual([OPTION]);
  });

  it("of a type that version 1 has not are left out", () => {
    expect(toV1Options([{ configId: "x", type: "_mine" }])).toEqual([]);
    expect(toV1Options(null)).toEqual([]);
  });
});

describe("modes", () => {
  it("are an option, and come back as they were", () => {
    const option = toModeOption(MODES);
    expect(option).toMatchObject({ configId: "mode", category: "mode", currentValue: "ask" });
    expect(toModes([option])).toEqual(MODES);
  });

  it("are found in groups, and missing where no option is one", () => {
    const grouped = {
      configId: "m",
      category: "mode",
      type: "select",
      currentValue: "a",
      options: [{ group: "g", name: "G", options: [{ value: "a", name: "A" }] }],
    };
    expect(toModes([grouped])).toMatchObject({ availableModes: [{ id: "a", name: "A" }] });
    expect(toModes([{ configId: "x", type: "boolean", currentValue: true }])).toBeNull();
    expect(toModeOption(null)).toBeNull();
    expect(toModeOption({ currentModeId: 3 })).toBeNull();
  });
});
