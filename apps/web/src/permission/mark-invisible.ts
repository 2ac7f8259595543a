import { toVisibleLines } from "@termwire/terminal";

/** A run of text that is shown as it is, or that stands for a character one would not see. */
export interface VisibleRun {
  readonly text: string;
  readonly isInvisible: boolean;
}

/**
 * Cuts `text` into what is seen and what would not be: control characters, and those that turn or hide text, each
 * written out. Line ends and tabs stay. Because the runs are drawn apart, written-out text cannot be mistaken for one.
 */
export function markInvisible(text: string): readonly VisibleRun[] {
  if (toVisibleLines(text) === text) return text === "" ? [] : [{ text, isInvisible: false }];
  const runs: { text: string; isInvisible: boolean }[] = [];
  for (const character of text) {
    const written = toVisibleLines(character);
    const isInvisible = written !== character;
    const last = runs.at(-1);
    if (last?.isInvisible === isInvisible && !isInvisible) last.text += character;
    else runs.push({ text: written, isInvisible });
  }
  return runs;
}
