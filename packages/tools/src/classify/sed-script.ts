/** A line number, the last line, or a plain expression; a class in one may hide a delimiter. */
const ADDRESS = String.raw`(?:\d+|\$|/(?:[^/\\[\n]|\\[^\n])*/)`;
const PRINT = new RegExp(`^\\s*(${ADDRESS})(?:\\s*,\\s*(?:${ADDRESS}|[+~]\\d+))?\\s*p\\s*$`);

/**
 * Where a script for `sed` starts to print, when printing lines is all it does (`5p`, `1,80p`, `/x/,$p`, several with
 * `;`); null for any other. `line` is null where only the file can tell.
 */
export function parseSedScript(script: string): { readonly line: number | null } | null {
  // A `;` inside an expression splits it into parts that are none: refused, as everything unsure.
  const starts = script.split(";").map((part) => PRINT.exec(part)?.[1]);
  if (starts.includes(undefined)) return null;
  const line = Number(starts[0]);
  return { line: Number.isSafeInteger(line) && line >= 1 ? line : null };
}
