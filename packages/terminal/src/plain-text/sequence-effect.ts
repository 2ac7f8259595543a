import type { ControlSequence } from "./control-sequence.ts";
import { SCREEN_COLS, SCREEN_ROWS } from "./screen-size.ts";

/** How far a control can move text: within its line, over the screen, or for all that follows it. */
export type EffectReach = "line" | "screen" | "rest";

/** What a control means for the text, and how it is given to the emulator. */
export type SequenceEffect =
  /** Shows nothing. */
  | { readonly reach: "none" }
  /** Starts a new line. */
  | { readonly reach: "break" }
  /** Undoes what a control of reach `rest` did; shows nothing otherwise. */
  | { readonly reach: "if-sticky"; readonly emit: string }
  /** `work` is about how many rows the emulator has to move or clear. */
  | { readonly reach: EffectReach; readonly emit: string; readonly work: number };

const NONE: SequenceEffect = { reach: "none" };
const CSI = "\u001b[";

/** What the CSI controls that move text have in common. */
interface Movement {
  readonly reach: EffectReach;
  /** Numbers beyond mean no more than this one. */
  readonly limit: number;
  readonly workPerCount: number;
}

const columns: Movement = { reach: "line", limit: SCREEN_COLS, workPerCount: 0 };
const screen: Movement = { reach: "screen", limit: SCREEN_COLS, workPerCount: 0 };

/** By final characters. The work is measured: passing over columns is cheap, but they become text in the end. */
const MOVEMENTS: ReadonlyMap<string, Movement> = createMovements([
  // To the left; erase, insert and delete characters.
  ["DZKPX@", columns],
  // To the right.
  ["CGaI`", { ...columns, workPerCount: 1 / 32 }],
  // A character again.
  ["b", { ...columns, workPerCount: 1 / 8 }],
  // By rows.
  ["ABEFHdefk", screen],
  // Insert and delete lines, scroll: each moves every row below.
  ["LMST", { ...screen, limit: SCREEN_ROWS, workPerCount: 1 }],
  // Margins, saved cursor, tab stops.
  ["rsug", { ...columns, reach: "rest" }],
]);

function createMovements(
  groups: readonly (readonly [finals: string, movement: Movement])[],
): ReadonlyMap<string, Movement> {
  return new Map(
    groups.flatMap(([finals, movement]) =>
      Array.from(finals, (final): [string, Movement] => [final, movement]),
    ),
  );
}

/** Clearing the screen: half of moving each row. */
const CLEAR_WORK = SCREEN_ROWS / 2;
const SCREEN_MODES = new Set(["47", "1047", "1049"]);
/** Alternate screens, saved cursor, origin mode, no wrapping. */
const REST_MODES = new Set([...SCREEN_MODES, "6", "7", "1048"]);
const INSERT_MODE = "4";
/** A reset in pieces that keep what has scrolled away: normal screen, default modes, cleared. */
const FULL_RESET = `${CSI}?1049l${CSI}!p${CSI}H${CSI}2J`;

/** Decides what a control does; pure and total. A control nobody knows shows nothing. */
export function readEffect(sequence: ControlSequence): SequenceEffect {
  switch (sequence.kind) {
    case "ignored":
      return NONE;
    case "character":
      return readCharacter(sequence.character);
    case "escape":
      return readEscape(sequence.intermediates, sequence.final);
    case "csi":
      return readCsi(sequence);
  }
}

function readCharacter(character: string): SequenceEffect {
  switch (character) {
    case "\b":
      return { reach: "line", emit: "\b", work: 0 };
    case "\v":
    case "\f":
      return { reach: "break" };
    case "\u000e":
    case "\u000f":
      return { reach: "if-sticky", emit: character };
    default:
      return NONE;
  }
}

function readEscape(intermediates: string, final: string): SequenceEffect {
  const emit = `\u001b${intermediates}${final}`;
  if (intermediates === "(" || intermediates === ")") {
    return final === "0" ? { reach: "rest", emit, work: 0 } : { reach: "if-sticky", emit };
  }
  if (intermediates !== "") return NONE;
  switch (final) {
    case "D":
    case "E":
    case "M":
      return { reach: "screen", emit, work: 1 };
    case "7":
    case "8":
    case "H":
      return { reach: "rest", emit, work: 0 };
    case "c":
      return { reach: "rest", emit: FULL_RESET, work: 2 * CLEAR_WORK };
    default:
      return NONE;
  }
}

type Csi = Extract<ControlSequence, { kind: "csi" }>;

function readCsi(csi: Csi): SequenceEffect {
  if (csi.intermediates !== "") {
    const isSoftReset = csi.prefix === "" && csi.intermediates === "!" && csi.final === "p";
    return isSoftReset ? { reach: "if-sticky", emit: `${CSI}!p` } : NONE;
  }
  if (csi.final === "h" || csi.final === "l") return readMode(csi);
  if (csi.prefix === "?" && (csi.final === "J" || csi.final === "K")) return readMovement(csi);
  return csi.prefix === "" ? readMovement(csi) : NONE;
}

function readMode(csi: Csi): SequenceEffect {
  const modes = csi.params
    .split(";")
    .filter((mode) => (csi.prefix === "?" ? REST_MODES.has(mode) : mode === INSERT_MODE));
  if (modes.length === 0 || (csi.prefix !== "" && csi.prefix !== "?")) return NONE;
  const emit = `${CSI}${csi.prefix}${modes.join(";")}${csi.final}`;
  const isSwitch = modes.some((mode) => SCREEN_MODES.has(mode));
  return { reach: "rest", emit, work: isSwitch ? CLEAR_WORK : 0 };
}

function readMovement({ final, params }: Csi): SequenceEffect {
  if (final === "J") return readErase(readNumbers(params, SCREEN_COLS));
  const movement = MOVEMENTS.get(final);
  if (movement === undefined) return NONE;
  const numbers = readNumbers(params, movement.limit);
  // With more than one number this is no scrolling but mouse tracking.
  if (final === "T" && numbers.length > 1) return NONE;
  const work = Math.max(1, numbers[0] ?? 1) * movement.workPerCount;
  return { reach: movement.reach, emit: `${CSI}${numbers.join(";")}${final}`, work };
}

/** Erasing what has scrolled away (3) would lose output that was shown. */
function readErase([what = 0]: readonly number[]): SequenceEffect {
  return what > 2 ? NONE : { reach: "screen", emit: `${CSI}${what}J`, work: CLEAR_WORK };
}

/** A position and a region have two, everything else has one. */
const MAX_NUMBERS = 2;

/** No control that stays means more with a number beyond the size of the screen. */
function readNumbers(params: string, limit: number): readonly number[] {
  if (params === "") return [];
  return params
    .split(";", MAX_NUMBERS)
    .map((param) => Math.min(limit, Number.parseInt(param, 10) || 0));
}
