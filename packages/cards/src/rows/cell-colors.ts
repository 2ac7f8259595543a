import {
  CELL_FLAGS,
  DEFAULT_COLOR,
  RGB_FLAG,
  type CellColor,
  type RowSpan,
} from "../emulator/grid-row.ts";
import { mix, readableOn, type Rgb } from "./contrast.ts";

/** The colours of a theme, as they are on the page now. */
export interface Palette {
  readonly fg: Rgb;
  readonly bg: Rgb;
  /** The sixteen colours, for text. */
  readonly text: readonly Rgb[];
  /** The same behind text: there black and white are what they say. */
  readonly behind: readonly Rgb[];
}

/** Colours of one piece of text; null where the default does. */
export interface CellColors {
  readonly fg: Rgb;
  readonly bg: Rgb | null;
}

/** How much dim text gives to what is behind it. */
const DIM_SHARE = 0.35;

/** True when a look is one of the theme's own colours on its background: the style sheet has it, and follows the theme. */
export function isThemeColor({ fg, bg, flags }: RowSpan): boolean {
  return bg === DEFAULT_COLOR && fg < 16 && (flags & (CELL_FLAGS.inverse | CELL_FLAGS.dim)) === 0;
}

/** The colours of a look, its text readable on what is behind it whatever the program chose. */
export function toCellColors({ fg, bg, flags }: RowSpan, palette: Palette): CellColors {
  const isInverse = (flags & CELL_FLAGS.inverse) !== 0;
  const behind = isInverse ? colorOf(fg, palette.behind, palette.fg) : behindOf(bg, palette);
  const chosen = isInverse
    ? colorOf(bg, palette.text, palette.bg)
    : colorOf(fg, palette.text, palette.fg);
  const ground = behind ?? palette.bg;
  const dimmed = (flags & CELL_FLAGS.dim) === 0 ? chosen : mix(chosen, ground, DIM_SHARE);
  return { fg: readableOn(dimmed, ground), bg: behind };
}

function behindOf(bg: CellColor, palette: Palette): Rgb | null {
  return bg === DEFAULT_COLOR ? null : colorOf(bg, palette.behind, palette.bg);
}

function colorOf(color: CellColor, sixteen: readonly Rgb[], none: Rgb): Rgb {
  if (color === DEFAULT_COLOR) return none;
  if (color >= RGB_FLAG) return [(color >> 16) & 0xff, (color >> 8) & 0xff, color & 0xff];
  return sixteen[color] ?? cubeColor(color);
}

/** 16 to 231 are a cube of six levels each, 232 to 255 greys. */
function cubeColor(index: number): Rgb {
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return [grey, grey, grey];
  }
  const cube = index - 16;
  const level = (step: number): number => (step === 0 ? 0 : 55 + step * 40);
  return [level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)];
}
