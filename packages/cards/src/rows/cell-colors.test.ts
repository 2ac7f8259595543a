import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CELL_FLAGS, RGB_FLAG, type RowSpan } from "../emulator/grid-row.ts";
import { isThemeColor, toCellColors, type Palette } from "./cell-colors.ts";
import { contrastRatio, READABLE_RATIO, type Rgb } from "./contrast.ts";

const grey = (level: number): Rgb => [level, level, level];
const palette: Palette = {
  fg: grey(230),
  bg: grey(20),
  text: Array.from({ length: 16 }, (_, index) => grey(120 + index * 8)),
  behind: Array.from({ length: 16 }, (_, index) => grey(index * 16)),
};
const span = (look: Partial<RowSpan>): RowSpan => ({
  text: "x",
  fg: -1,
  bg: -1,
  flags: 0,
  cells: null,
  href: null,
  ...look,
});

describe("the colours of a cell", () => {
  it("are the theme's own where the program named one of sixteen, or none", () => {
    expect(isThemeColor(span({}))).toBe(true);
    expect(isThemeColor(span({ fg: 15, flags: CELL_FLAGS.bold }))).toBe(true);
    expect(isThemeColor(span({ fg: 16 }))).toBe(false);
    expect(isThemeColor(span({ bg: 1 }))).toBe(false);
    expect(isThemeColor(span({ flags: CELL_FLAGS.inverse }))).toBe(false);
    expect(isThemeColor(span({ flags: CELL_FLAGS.dim }))).toBe(false);
  });

  it("are turned round by inverse", () => {
    const { fg, bg } = toCellColors(span({ flags: CELL_FLAGS.inverse }), palette);
    expect(bg).toEqual(palette.fg);
    expect(fg).toEqual(palette.bg);
  });

  it.each([
    [16, [0, 0, 0]],
    [21, [0, 0, 255]],
    [196, [255, 0, 0]],
    [231, [255, 255, 255]],
    [232, [8, 8, 8]],
    [255, [238, 238, 238]],
  ])("of the 256 have %i as %j", (index, rgb) => {
    expect(toCellColors(span({ bg: index }), palette).bg).toEqual(rgb);
  });

  it("can be as exact as the program likes", () => {
    expect(toCellColors(span({ bg: RGB_FLAG | 0x0a0b0c }), palette).bg).toEqual([10, 11, 12]);
  });

  it("can always be read, whatever the program chose", () => {
    const anyColor = fc.oneof(
      fc.integer({ min: -1, max: 255 }),
      fc.integer({ min: 0, max: 0xffffff }).map((rgb) => RGB_FLAG | rgb),
    );
    fc.assert(
      fc.property(anyColor, anyColor, fc.integer({ min: 0, max: 127 }), (fg, bg, flags) => {
        const colors = toCellColors(span({ fg, bg, flags }), palette);
        const ratio = contrastRatio(colors.fg, colors.bg ?? palette.bg);
        expect(ratio).toBeGreaterThanOrEqual(READABLE_RATIO);
      }),
    );
  });
});
