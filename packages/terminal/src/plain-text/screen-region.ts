import { SCREEN_ROWS } from "./screen-size.ts";
import type { EffectReach } from "./sequence-effect.ts";

/** Lines that are rendered together, by number from 0. */
export interface ScreenRegion {
  /** First line that can still be on the screen when the first control comes. */
  readonly from: number;
  /** First and last line with a control that reaches other lines. */
  readonly first: number;
  readonly last: number;
}

/** Lines a control can reach above its own. */
const REACH_LINES = SCREEN_ROWS - 1;
/** The lines after a control that it may take until nothing of it is below the cursor, and the next one's reach. */
const APART_LINES = SCREEN_ROWS + REACH_LINES;
/** Each costs a few milliseconds of waiting for the emulator; what is beyond is one region. */
const MAX_REGIONS = 32;

/**
 * Groups the lines whose controls reach other lines so that no region can see into another: each renders as it
 * would within the whole text.
 */
export function resolveScreenRegions(
  effects: ReadonlyMap<number, EffectReach>,
  lineCount: number,
): readonly ScreenRegion[] {
  const regions: ScreenRegion[] = [];
  for (const [line, reach] of effects) {
    if (reach === "line") continue;
    const last = reach === "rest" ? lineCount - 1 : line;
    const current = regions.at(-1);
    if (current === undefined || (isApart(current, line) && regions.length < MAX_REGIONS)) {
      regions.push({ from: Math.max(0, line - REACH_LINES), first: line, last });
    } else {
      regions[regions.length - 1] = { ...current, last: Math.max(current.last, last) };
    }
  }
  return regions;
}

function isApart(region: ScreenRegion, line: number): boolean {
  return line - region.last > APART_LINES;
}
