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

/** Within a line: move by columns, erase, insert and delete characters. */
const LINE_FINALS = new Set("CDGaIZ`KPX@");
/** Over the screen: move by rows, erase, insert and delete lines, scroll. */
const SCREEN_FINALS = new Set("ABEFHJdefkLMST");
/** For the rest: margins, saved cursor, tab stops. */
const REST_FINALS = new Set("rsug");
/** Each unit of their number moves every row below. */
const MOVES_ROWS = new Set("LMST");
/** Repeated characters that cost about as much as moving a row. */
const COLUMNS_PER_WORK = 8;
/** Clearing a row costs half of moving one. */
const CLEAR_WORK = SCREEN_ROWS / 2;
/** Alternate screens, saved cursor, origin mode, no wrapping. */
const REST_MODES = new Set(["6", "7", "47", "1047", "1048", "1049"]);
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
  return { reach: "rest", emit, work: CLEAR_WORK };
}

function readMovement(csi: Csi): SequenceEffect {
  const limit = MOVES_ROWS.has(csi.final) ? SCREEN_ROWS : SCREEN_COLS;
  const numbers = readNumbers(csi.params, limit);
  const emit = `${CSI}${numbers.join(";")}${csi.final}`;
  const count = Math.max(1, numbers[0] ?? 1);
  if (csi.final === "b") return { reach: "line", emit, work: count / COLUMNS_PER_WORK };
  if (LINE_FINALS.has(csi.final)) return { reach: "line", emit, work: 0 };
  if (REST_FINALS.has(csi.final)) return { reach: "rest", emit, work: 0 };
  if (!SCREEN_FINALS.has(csi.final)) return NONE;
  if (csi.final === "J") return readErase(numbers[0] ?? 0, emit);
  if (csi.final === "T" && numbers.length > 1) return NONE;
  return { reach: "screen", emit, work: MOVES_ROWS.has(csi.final) ? count : 0 };
}

/** Erasing what has scrolled away (3) would lose output that was shown. */
function readErase(what: number, emit: string): SequenceEffect {
  return what > 2 ? NONE : { reach: "screen", emit, work: CLEAR_WORK };
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
