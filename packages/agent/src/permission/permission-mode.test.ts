import { describe, expect, it } from "vitest";
import { isPermissionMode, PERMISSION_MODES, presentModeSetting } from "./permission-mode.ts";

describe("the mode as a setting", () => {
  it.each(PERMISSION_MODES)("%s is among its choices, and each says what it does", (mode) => {
    const setting = presentModeSetting(mode, true);
    expect(setting).toMatchObject({ id: "mode", category: "mode", current: mode });
    expect(setting.choices.map(({ id }) => id)).toEqual(PERMISSION_MODES);
    for (const { description } of setting.choices) expect(description).toMatch(/\.$/u);
  });

  it("says that there is no sandbox where there is none", () => {
    const describeAuto = (hasSandbox: boolean) =>
      presentModeSetting("ask", hasSandbox).choices.find(({ id }) => id === "auto")?.description;
    expect(describeAuto(false)).toContain("no sandbox here");
    expect(describeAuto(true)).toContain("no network");
  });

  it.each(["yolo", "", "Ask", null, undefined, 1])("%j is no mode", (value) => {
    expect(isPermissionMode(value)).toBe(false);
  });
});
