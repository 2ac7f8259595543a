import type { EmulatedScreen } from "./emulated-screen.ts";
import type { EffectReach } from "./sequence-effect.ts";

interface WrittenLines {
  readonly written: readonly string[];
  readonly effects: ReadonlyMap<number, EffectReach>;
}

/**
 * Renders the lines whose controls reach no other line, in one go; all others stay as they are. One line may come out
 * as several, joined by `\n`, when a piece of it was cleared after it had wrapped.
 */
export async function renderLineEffects(
  screen: EmulatedScreen,
  { written, effects }: WrittenLines,
): Promise<readonly string[]> {
  const numbers = [...effects].filter(([, reach]) => reach === "line").map(([number]) => number);
  if (numbers.length === 0) return written;
  const separator = `\n${createSeparator()}\n`;
  screen.clear();
  await screen.write(numbers.map((number) => written[number] ?? "").join(separator));
  const rendered = screen.readLines().join("\n").split(separator);
  const shown = [...written];
  for (const [index, number] of numbers.entries()) shown[number] = rendered[index] ?? "";
  return shown;
}

const SEPARATOR_CHARACTERS = 12;

/** A line no output has, because nobody can guess it. It never gets into the text. */
function createSeparator(): string {
  return crypto.randomUUID().slice(-SEPARATOR_CHARACTERS);
}
