import {
  parse,
  type Command,
  type CommandArgument,
  type Redirection,
  type Word,
  type WordPart,
} from "unbash";

/** More than anybody writes by hand; what is longer is a script. */
const MAX_LINE_CHARACTERS = 4_096;

/** A line that is one command. */
export interface SimpleCommand {
  readonly name: string;
  /** Each exactly as the program gets it, but for patterns, which are as they are written. */
  readonly words: readonly string[];
  /** Whether one of the words is a pattern for file names: which files are meant is not known then. */
  readonly hasPatterns: boolean;
}

/**
 * The words of a line that is one simple command and nothing else; null for any other line, and for one with a word
 * that could become another one. A pattern for file names may stand where no name it can become is an option.
 */
export function parseSimpleCommand(line: string): SimpleCommand | null {
  const command = line.length > MAX_LINE_CHARACTERS ? null : parseOnlyCommand(line);
  if (command?.name === undefined || !isPlainName(command.name)) return null;
  if (command.prefix.length > 0 || !command.redirects.every(isHarmless)) return null;
  if (!isAllOf(line, command)) return null;
  const words = command.args.filter(isLiteral);
  if (words.length !== command.args.length) return null;
  return {
    name: command.name.value,
    words: words.map(({ value }) => value),
    hasPatterns: words.some(({ parts }) => parts?.some(({ type }) => type === "Glob") === true),
  };
}

function parseOnlyCommand(line: string): Command | null {
  const { commands, errors } = parse(line);
  const [statement] = commands;
  if (statement === undefined || commands.length > 1 || (errors ?? []).length > 0) return null;
  if (statement.background === true || statement.command.type !== "Command") return null;
  return statement.command;
}

/** A parser that forgives may leave out what it cannot use: between the parts may be spaces and nothing else. */
function isAllOf(line: string, { name, suffix }: Command): boolean {
  let end = 0;
  for (const part of [...(name === undefined ? [] : [name]), ...suffix]) {
    if (!/^[ \t]*$/.test(line.slice(end, part.pos))) return false;
    end = part.end;
  }
  return /^\s*;?\s*(?:#[^\n]*)?$/.test(line.slice(end));
}

/** Written without quotes or backslashes, which people use to get around something of the same name. */
function isPlainName({ text, value, parts }: Word): boolean {
  return parts === undefined && text === value;
}

function isLiteral(word: CommandArgument): word is Word {
  if (word.type !== "Word") return false;
  const { text, parts } = word;
  if (text.startsWith("~") || /[\n\r]/.test(text)) return false;
  if (parts === undefined) return isPlainText(text);
  const [first] = parts;
  // `*` may become `-delete`; `src/*` and `"-"*` cannot, or are seen to be options already.
  if (first === undefined || first.type === "Glob") return false;
  return parts.every(isLiteralPart);
}

function isLiteralPart(part: WordPart): boolean {
  switch (part.type) {
    case "SingleQuoted":
      return true;
    case "Literal":
    case "Glob":
      return isPlainText(part.text);
    case "DoubleQuoted":
      return isPlainQuoted(part.text) && part.parts.every((inner) => inner.type === "Literal");
    default:
      return false;
  }
}

const ESCAPED = /\\[^]/g;

/** Whatever the parser says: nothing a shell gives a meaning to, in text without quotes. */
function isPlainText(text: string): boolean {
  return !/[$`"'(){}<>|;&]/.test(text.replaceAll(ESCAPED, ""));
}

/** The same between double quotes, where a dollar sign may stand before what makes no expansion of it. */
function isPlainQuoted(text: string): boolean {
  return !/`|\$[\w{([@*#?$!-]/.test(text.replaceAll(ESCAPED, ""));
}

/** Errors thrown away or shown with the rest; anything else reads or writes something. */
function isHarmless(redirection: Redirection): boolean {
  if (redirection.type !== "Redirect") return false;
  const { operator, descriptor, target } = redirection;
  if (descriptor?.type !== "FileDescriptor" || descriptor.value !== 2) return false;
  if (target === undefined || target.parts !== undefined) return false;
  return (
    (operator === ">" && target.text === "/dev/null") || (operator === ">&" && target.text === "1")
  );
}
