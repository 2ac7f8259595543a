import type { EmulatedScreen } from "./emulated-screen.ts";

/**
 * Renders lines whose controls reach no other line, in one go. One line may come out as several, when a piece of it
 * was written over after it had wrapped; they are joined by `\n`.
 */
export async function renderLineEffects(
  screen: EmulatedScreen,
  lines: readonly string[],
): Promise<readonly string[]> {
  if (lines.length === 0) return [];
  const separator = `\n${createSeparator()}\n`;
  screen.clear();
  await screen.write(lines.join(separator));
  return screen.readLines().join("\n").split(separator);
}

const SEPARATOR_CHARACTERS = 12;

/** A line no output has, because nobody can guess it. It never gets into the text. */
function createSeparator(): string {
  return crypto.randomUUID().slice(-SEPARATOR_CHARACTERS);
}
