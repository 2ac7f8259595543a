import type { KeyModes } from "../emulator/emulator.ts";

/** What of a key press matters here. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
}

const ESC = "\u001b";

/** Keys that move: their letter in `ESC [ A`, which becomes `ESC O A` where the program asked for it. */
const CURSOR_KEYS: Readonly<Record<string, string>> = {
  ArrowUp: "A",
  ArrowDown: "B",
  ArrowRight: "C",
  ArrowLeft: "D",
  Home: "H",
  End: "F",
};

/** Keys with a number: `ESC [ 3 ~`. */
const NUMBERED_KEYS: Readonly<Record<string, number>> = {
  Insert: 2,
  Delete: 3,
  PageUp: 5,
  PageDown: 6,
  F5: 15,
  F6: 17,
  F7: 18,
  F8: 19,
  F9: 20,
  F10: 21,
  F11: 23,
  F12: 24,
};

const FUNCTION_KEYS: Readonly<Record<string, string>> = { F1: "P", F2: "Q", F3: "R", F4: "S" };

const SIMPLE_KEYS: Readonly<Record<string, string>> = {
  Enter: "\r",
  Tab: "\t",
  Escape: ESC,
  Backspace: "\u007f",
};

/**
 * What a terminal sends for a key, as xterm does; null for one that is no terminal's: it types text by itself, or
 * belongs to the browser.
 */
export function keyBytes(press: KeyPress, modes: KeyModes): string | null {
  if (press.metaKey) return null;
  return specialKey(press, modes) ?? (press.key.length === 1 ? typedKey(press) : null);
}

function specialKey(press: KeyPress, modes: KeyModes): string | null {
  const modifier = modifierNumber(press);
  const cursor = CURSOR_KEYS[press.key];
  if (cursor !== undefined) {
    return modifier > 1
      ? `${ESC}[1;${modifier}${cursor}`
      : `${ESC}${modes.isApplicationCursor ? "O" : "["}${cursor}`;
  }
  const number = NUMBERED_KEYS[press.key];
  if (number !== undefined) return `${ESC}[${number}${modifier > 1 ? `;${modifier}` : ""}~`;
  const fn = FUNCTION_KEYS[press.key];
  if (fn !== undefined) return modifier > 1 ? `${ESC}[1;${modifier}${fn}` : `${ESC}O${fn}`;
  return simpleKey(press);
}

function simpleKey({ key, shiftKey, ctrlKey, altKey }: KeyPress): string | null {
  if (key === "Tab" && shiftKey) return `${ESC}[Z`;
  if (key === "Backspace" && ctrlKey) return "\b";
  const simple = SIMPLE_KEYS[key];
  if (simple === undefined) return null;
  return altKey ? ESC + simple : simple;
}

/** Text is typed by the input field; only what Ctrl and Alt make of it is sent from here. */
function typedKey({ key, ctrlKey, altKey }: KeyPress): string | null {
  // Both together are how many keyboards write `@` and `[`.
  if (ctrlKey === altKey) return null;
  return ctrlKey ? controlCharacter(key) : ESC + key;
}

function controlCharacter(key: string): string | null {
  if (key === " ") return "\0";
  if (key === "?") return "\u007f";
  if (key === "/") return "\u001f";
  const code = key.toUpperCase().charCodeAt(0);
  return code >= 0x40 && code <= 0x5f ? String.fromCharCode(code & 0x1f) : null;
}

function modifierNumber({ shiftKey, altKey, ctrlKey }: KeyPress): number {
  return 1 + (shiftKey ? 1 : 0) + (altKey ? 2 : 0) + (ctrlKey ? 4 : 0);
}
