import { describe, expect, it } from "vitest";
import { contrastRatio, READABLE_RATIO, type Rgb } from "../rows/contrast.ts";
import { ANSI_COLORS, OUTPUT_BACKGROUND, OUTPUT_TEXT } from "./ansi-colors.ts";

const rgb = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
};

describe.each(["light", "dark"] as const)("the %s theme", (theme) => {
  const background = rgb(OUTPUT_BACKGROUND[theme]);

  it.each([...ANSI_COLORS, OUTPUT_TEXT].map((color, index) => [index, color[theme]] as const))(
    "has a colour %i (%s) that can be read on its background",
    (_index, color) => {
      expect(contrastRatio(rgb(color), background)).toBeGreaterThanOrEqual(READABLE_RATIO);
    },
  );

  it("has sixteen colours that are not the same", () => {
    expect(new Set(ANSI_COLORS.map((color) => color[theme])).size).toBe(16);
  });
});
