/**
 * Characters that change how text is shown without being seen: C0 and C1 controls, DEL, and the marks that turn
 * or hide text (bidirectional overrides and isolates, zero-width characters, line separators).
 */
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * `text` on one line with every invisible character written out (`\n`, `\x1b`, `\u202e`), so that what a person
 * is asked about is what runs. A backslash that was there before is doubled: the result reads only one way.
 */
export function toVisibleText(text: string): string {
  return text.replaceAll("\\", "\\\\").replace(INVISIBLE, toEscape);
}

/** Like {@link toVisibleText}, but keeps line ends and tabs and single backslashes: for showing, not for deciding. */
export function toVisibleLines(text: string): string {
  return text.replace(INVISIBLE, (character) =>
    character === "\n" || character === "\t" ? character : toEscape(character),
  );
}

function toEscape(character: string): string {
  const code = character.charCodeAt(0);
  if (character === "\n") return "\\n";
  if (character === "\t") return "\\t";
  if (character === "\r") return "\\r";
  return code <= 0xff
    ? `\\x${code.toString(16).padStart(2, "0")}`
    : `\\u${code.toString(16).padStart(4, "0")}`;
}
