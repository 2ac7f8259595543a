import { parse, type Command, type Word, type WordPart } from "unbash";

/**
 * What shells give a meaning to beyond words and quotes. A line that has one of these anywhere, in quotes too, may be
 * read differently by another shell than by the one the parser knows.
 */
const MEANINGFUL = /[;&|<>()$`\\!%^{}]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * The words of a line that is one plain command and nothing else: no operator, redirection, assignment, expansion,
 * substitution, keyword or comment. Null for every other line, and for one that shells might not agree about.
 */
export function parsePlainCommand(line: string): readonly string[] | null {
  if (MEANINGFUL.test(line) || line.includes("#")) return null;
  const { commands, errors } = parse(line);
  const [statement] = commands;
  if (statement === undefined || commands.length !== 1 || (errors ?? []).length > 0) return null;
  if (statement.background === true || statement.command.type !== "Command") return null;
  return readWords(statement.command);
}

function readWords({ name, prefix, suffix }: Command): readonly string[] | null {
  if (name === undefined || name.value === "" || prefix.length > 0) return null;
  const words: string[] = [];
  for (const word of [name, ...suffix]) {
    if (word.type !== "Word" || !isPlain(word)) return null;
    words.push(word.value);
  }
  return words;
}

/** Patterns of file names only make more arguments; everything else that is not written out is refused. */
const PLAIN_PARTS: ReadonlySet<WordPart["type"]> = new Set([
  "Literal",
  "Glob",
  "SingleQuoted",
  "DoubleQuoted",
]);

function isPlain(word: Pick<Word, "parts">): boolean {
  return (word.parts ?? []).every(
    (part) => PLAIN_PARTS.has(part.type) && (!("parts" in part) || isPlain({ parts: part.parts })),
  );
}
