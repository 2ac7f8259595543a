import { toVisibleLines } from "@termwire/terminal";

/** Somebody else's text on one line, with every character written out that one would not see. */
export function toLine(text: string): string {
  return toVisibleLines(text.trim().replaceAll(/[\n\t]+/gu, " "));
}
