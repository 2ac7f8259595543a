/** What a terminal sends for keys that have a name (xterm's, in the mode programs start with). */
const KEYS: ReadonlyMap<string, string> = new Map([
  ["enter", "\r"],
  ["tab", "\t"],
  ["escape", "\u001B"],
  ["space", " "],
  ["backspace", "\u007F"],
  ["delete", "\u001B[3~"],
  ["up", "\u001B[A"],
  ["down", "\u001B[B"],
  ["right", "\u001B[C"],
  ["left", "\u001B[D"],
  ["home", "\u001B[H"],
  ["end", "\u001B[F"],
  ["page-up", "\u001B[5~"],
  ["page-down", "\u001B[6~"],
]);

/** All of them, for a message. */
export const KEY_NAMES: string = [...KEYS.keys(), "ctrl-a to ctrl-z"].join(", ");

/** The bytes of a named key, as text; null for a name there is not. */
export function toKeyBytes(name: string): string | null {
  const key = name.toLowerCase();
  const letter = /^ctrl-([a-z])$/.exec(key)?.[1];
  if (letter !== undefined) return String.fromCharCode(letter.charCodeAt(0) - CONTROL_OFFSET);
  return KEYS.get(key) ?? null;
}

/** From a lower-case letter to the control character a terminal sends for it. */
const CONTROL_OFFSET = 0x60;

/** What is typed for a text followed by keys: a line end in the text is the enter key. */
export function toTypedBytes(text: string, keys: readonly string[]): Uint8Array {
  const typed = text.replaceAll(/\r\n?|\n/g, "\r");
  const pressed = keys.map((key) => toKeyBytes(key) ?? "").join("");
  return new TextEncoder().encode(typed + pressed);
}
