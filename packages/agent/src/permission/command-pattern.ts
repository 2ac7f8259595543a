import { isInertArgument } from "./is-inert-argument.ts";
import { parsePlainCommand } from "./parse-plain-command.ts";
import { countLeadingWords } from "./program-habits.ts";

/** The commands one "always" covers. */
export interface CommandPattern {
  /** The words a command must begin with. */
  readonly words: readonly string[];
  /** Whether more words may follow. */
  readonly isOpen: boolean;
  /** The directory it must run in: what `npm test` or `./check` does is another thing elsewhere. */
  readonly cwd: string;
}

/** A command as it is about to run. */
export interface PlacedCommand {
  readonly line: string;
  /** Absolute. */
  readonly cwd: string;
}

/** A longer one cannot be read on a button. */
const MAX_SHOWN_CHARACTERS = 80;

/** Shown without quotes, a word can be taken for nothing else. */
const READS_AS_IS = /^[\w@+=:,./-]+$/u;

/**
 * The pattern offered for a command, in its directory: its program and what names the subcommand, with other arguments, or
 * exactly this command when its program runs what its arguments say. Null when it is not one plain command, or when the pattern
 * could not be shown in full.
 */
export function createCommandPattern({ line, cwd }: PlacedCommand): CommandPattern | null {
  const words = parsePlainCommand(line);
  if (words === null) return null;
  const leading = countLeadingWords(words);
  const isOpen = leading !== null && words.slice(leading).every(isInertArgument);
  const pattern = { words: isOpen ? words.slice(0, leading) : words, isOpen, cwd };
  const isShowable =
    pattern.words.every((word) => READS_AS_IS.test(word)) &&
    renderCommandPattern(pattern).length <= MAX_SHOWN_CHARACTERS;
  return isShowable ? pattern : null;
}

/** As a person reads it: `npm test …`, or the whole command when nothing may follow. */
export function renderCommandPattern({ words, isOpen }: CommandPattern): string {
  return isOpen ? `${words.join(" ")} …` : words.join(" ");
}

/** True when the line is one plain command that the pattern covers, and nothing more. */
export function isCovered({ line, cwd }: PlacedCommand, pattern: CommandPattern): boolean {
  const words = parsePlainCommand(line);
  if (words === null || pattern.cwd !== cwd) return false;
  const begins = pattern.words.every((word, index) => words[index] === word);
  const rest = words.slice(pattern.words.length);
  return begins && (pattern.isOpen ? rest.every(isInertArgument) : rest.length === 0);
}
