import { isAbsolutePath, quoteArgv } from "@termwire/terminal";
import { readNamedId } from "./background/background-ids.ts";
import type { UpdateFields } from "./terminal-decoder.ts";
import { toFields, toText } from "./terminal-end.ts";

/** What a tool call has said of its command so far, update by update. */
export interface CallDescription {
  /** What its raw input says runs: exact. */
  readonly input: string | null;
  readonly title: string | null;
  /** The raw input is there but has no command, and the call has not begun: it is still being written. */
  readonly unfinished: boolean;
  readonly description: string | null;
  readonly cwd: string | null;
  /** The agent was asked to let it run on. */
  readonly background: boolean;
  /** It has no command, and names what runs in the background. */
  readonly about: string | null;
}

/** A call of which nothing is known. */
export const UNDESCRIBED: CallDescription = {
  input: null,
  title: null,
  unfinished: false,
  description: null,
  cwd: null,
  background: false,
  about: null,
};

/** What is known after one more update. */
export function describeCall(known: CallDescription, fields: UpdateFields): CallDescription {
  const input = toFields(fields["rawInput"]);
  const command = readCommand(input) ?? known.input;
  return {
    input: command,
    title: toText(fields["title"]) ?? known.title,
    unfinished: command === null && isBeingWritten(known, fields),
    description: toText(input["description"]) ?? known.description,
    cwd: toText(input["cwd"]) ?? toText(input["workdir"]) ?? known.cwd,
    background: known.background || isBackgroundInput(input),
    about: command === null ? (readNamedId(fields) ?? known.about) : null,
  };
}

function isBeingWritten(known: CallDescription, { status, rawInput }: UpdateFields): boolean {
  const isWaiting = status === "pending" || status === undefined;
  return isWaiting && (rawInput !== undefined || known.unfinished);
}

/**
 * The command line: what the raw input says it is, else the title; null while an agent still writes the input,
 * when titles are names such as `bash`.
 */
export function toCommand({ input, title, unfinished, about }: CallDescription): string | null {
  if (input !== null) return input;
  if (about !== null) return joinWords(title ?? "", about);
  return unfinished || title === null ? null : unwrapCode(title);
}

function joinWords(title: string, about: string): string {
  return title.includes(about) ? title : `${title} ${about}`.trim();
}

/** True for a call whose raw input can only be a command, whatever kind it has. */
export function isCommandInput(rawInput: unknown): boolean {
  const { cmd, command } = toFields(rawInput);
  return toText(cmd) !== null || toArguments(cmd) !== null || toArguments(command) !== null;
}

/** True for a call that reads or searches by running a command, which it names together with where that runs. */
export function isLookInput(kind: unknown, rawInput: unknown): boolean {
  const { command, cwd } = toFields(rawInput);
  const isCommand = toText(command) !== null || toArguments(command) !== null;
  return (kind === "read" || kind === "search") && isCommand && isAbsolutePath(toText(cwd) ?? "");
}

/** A program with its arguments as a line; a shell that only runs a line is that line. */
export function toCommandLine(argv: readonly string[]): string {
  const [program = "", flag, line] = argv;
  const isShell = /(?:^|[\\/])(?:ba|da|k|z)?sh$/.test(program);
  if (isShell && argv.length === 3 && (flag === "-c" || flag === "-lc")) return line ?? "";
  return quoteArgv(argv);
}

const BACKGROUND_KEYS = ["run_in_background", "is_background", "isBackground", "background"];

/** True for the input of a call whose command runs on when the call is over. */
export function isBackgroundInput(input: UpdateFields): boolean {
  return BACKGROUND_KEYS.some((key) => input[key] === true);
}

function readCommand(input: UpdateFields): string | null {
  for (const value of [input["command"], input["cmd"]]) {
    const argv = toArguments(value);
    if (argv !== null) return toCommandLine(argv);
    const command = toText(value);
    const args = toArguments(input["args"]);
    if (command !== null) return args === null ? command : toCommandLine([command, ...args]);
  }
  return null;
}

/** A list of strings with something in it. */
export function toArguments(value: unknown): readonly string[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  return value.every((part): part is string => typeof part === "string") ? value : null;
}

/** A title in backticks, as Markdown needs it, is the command within. */
function unwrapCode(title: string): string {
  const [, fence = "", inner = ""] = /^(`+)([^]*?(?:[^`\\]|\\`))\1$/.exec(title) ?? [];
  const isOneSpan = fence !== "" && !inner.replaceAll("\\`", "").includes(fence);
  return isOneSpan ? inner.replaceAll("\\`", "`") : title;
}
