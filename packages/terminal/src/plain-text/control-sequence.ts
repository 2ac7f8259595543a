/**
 * One control of a terminal stream, in the terms of ECMA-48. C1 controls and their two-character forms are the same
 * thing here; the payload of a string control is never kept.
 */
export type ControlSequence =
  /** A single control character. */
  | { readonly kind: "character"; readonly character: string; readonly end: number }
  /** ESC, maybe intermediates, and a final character. */
  | {
      readonly kind: "escape";
      readonly intermediates: string;
      readonly final: string;
      readonly end: number;
    }
  | {
      readonly kind: "csi";
      /** One of `< = > ?`, or empty. */
      readonly prefix: string;
      readonly params: string;
      readonly intermediates: string;
      readonly final: string;
      readonly end: number;
    }
  /** Title, clipboard, graphics, hyperlink, malformed or unterminated: nothing that shows as text. */
  | { readonly kind: "ignored"; readonly end: number };

const ESCAPE = "\u001b";
/** Anything that is not text, tab or line feed. */
const CONTROL = /(?![\t\n])\p{Cc}/gu;
/** Colours and styles, by far the most frequent, one after another. */
const STYLES = new RegExp(`(?:${ESCAPE}\\[[0-9;:]*m)+`, "y");
const CSI_BODY = /([<-?]?)([0-9;:]*)([ -/]*)([@-~])/y;
/** What a terminal also eats of a CSI sequence that makes no sense, up to where it gives up. */
const CSI_REST = /[ -?]*[@-~]?/y;
const ESCAPE_BODY = /([ -/]*)([0-~]?)/y;
const STRING_TERMINATORS = new Set([`${ESCAPE}\\`, "\u0007", "\u009c", "\u0018", "\u001a"]);
/** Of these two, only the first is ended by a line feed: no title or link holds one, graphics may. */
const COMMAND_STRING_END = new RegExp(`${ESCAPE}\\\\|[\u0007\u0018\u001a${ESCAPE}\u009c\n]`, "g");
const OTHER_STRING_END = new RegExp(`${ESCAPE}\\\\|[\u0018\u001a${ESCAPE}\u009c]`, "g");

/** Offset of the first control at or after `from` (tab and line feed are text), or -1. */
export function nextControlOffset(text: string, from: number): number {
  CONTROL.lastIndex = from;
  return CONTROL.test(text) ? CONTROL.lastIndex - 1 : -1;
}

/** Where the text goes on after colours and styles that start at `at`; `at` when none do. */
export function skipStyles(text: string, at: number): number {
  STYLES.lastIndex = at;
  return STYLES.test(text) ? STYLES.lastIndex : at;
}

/** Reads the control that starts at `at`; `end` is where the text goes on. Total, and linear over a whole text. */
export function parseControlSequence(text: string, at: number): ControlSequence {
  const character = text.charAt(at);
  if (character === ESCAPE) return parseEscape(text, at + 1);
  if (character >= "\u0080" && character <= "\u009f") {
    return parseIntroduced(text, at + 1, String.fromCharCode(character.charCodeAt(0) - 0x40));
  }
  return { kind: "character", character, end: at + 1 };
}

function parseEscape(text: string, from: number): ControlSequence {
  const [body = "", intermediates = "", final = ""] = matchAt(ESCAPE_BODY, text, from) ?? [];
  if (final === "") return { kind: "ignored", end: from + body.length };
  if (intermediates === "" && final >= "@" && final <= "_") {
    return parseIntroduced(text, from + 1, final);
  }
  return { kind: "escape", intermediates, final, end: from + body.length };
}

/** `introducer` is the second character of the two-character form, `@` to `_`. */
function parseIntroduced(text: string, from: number, introducer: string): ControlSequence {
  switch (introducer) {
    case "[":
      return parseCsi(text, from);
    case "]":
      return { kind: "ignored", end: stringEnd(COMMAND_STRING_END, text, from) };
    case "P":
    case "X":
    case "^":
    case "_":
      return { kind: "ignored", end: stringEnd(OTHER_STRING_END, text, from) };
    default:
      return { kind: "escape", intermediates: "", final: introducer, end: from };
  }
}

function parseCsi(text: string, from: number): ControlSequence {
  const match = matchAt(CSI_BODY, text, from);
  if (match === null) {
    return { kind: "ignored", end: from + (matchAt(CSI_REST, text, from)?.[0].length ?? 0) };
  }
  const [body, prefix = "", params = "", intermediates = "", final = ""] = match;
  return { kind: "csi", prefix, params, intermediates, final, end: from + body.length };
}

/** A string that never ends takes the rest of the text with it, as in a terminal. */
function stringEnd(terminator: RegExp, text: string, from: number): number {
  terminator.lastIndex = from;
  const match = terminator.exec(text);
  if (match === null) return text.length;
  return STRING_TERMINATORS.has(match[0]) ? match.index + match[0].length : match.index;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
