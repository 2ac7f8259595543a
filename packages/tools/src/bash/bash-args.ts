import { isPlainObject, type PlainObject } from "../plain-data.ts";
import { ToolError } from "../tool-error.ts";

/** What a model asks the bash tool for. */
export interface BashArgs {
  /** One line or a whole script for the shell, never changed. */
  readonly command: string;
  /** What it is for, in a few words, for the person. */
  readonly description?: string;
  /** Relative to the session's directory, or absolute. */
  readonly workdir?: string;
  readonly timeoutMs?: number;
  /** How long it may print nothing. */
  readonly idleTimeoutMs?: number;
  /** Start it as a job and do not wait for it. `run_in_background` in what models send. */
  readonly runInBackground?: boolean;
  /** Give it a terminal. */
  readonly tty?: boolean;
}

/** Linux takes at most 128 KiB in one argument of a process, its end included, and a line is one. */
export const MAX_COMMAND_BYTES: number = 128 * 1024 - 1;

/** Timers count in 32 bits: a longer one would go off at once. Some 24 days. */
export const MAX_TIMEOUT_MS: number = 2 ** 31 - 1;

const PROPERTIES: PlainObject = {
  command: { type: "string", description: "The command line or script to run." },
  description: {
    type: "string",
    description: "What the command does, in 5 to 10 words, for the person who watches.",
  },
  workdir: {
    type: "string",
    description:
      "Directory to run in, relative to the session's directory. Use it instead of `cd`.",
  },
  timeoutMs: {
    type: "integer",
    minimum: 1,
    maximum: MAX_TIMEOUT_MS,
    description: "Milliseconds after which the command and all it started are ended.",
  },
  idleTimeoutMs: {
    type: "integer",
    minimum: 1,
    maximum: MAX_TIMEOUT_MS,
    description: "The same, but counted anew whenever it prints: ends a command that hangs.",
  },
  tty: {
    type: "boolean",
    description:
      "Give it a terminal, for programs that ask questions or draw. Default false: plain output, nothing to type to.",
  },
};

const BACKGROUND_PROPERTY: PlainObject = {
  run_in_background: {
    type: "boolean",
    description:
      "Return at once with the id of a job, for servers, watchers and whatever is to run beside your work. No time limit unless given.",
  },
};

/** JSON Schema of {@link BashArgs}, for the model; the background only where there is one. */
export function createBashSchema({ hasJobs }: { readonly hasJobs: boolean }): PlainObject {
  const properties = { ...PROPERTIES, ...(hasJobs && BACKGROUND_PROPERTY) };
  return { type: "object", properties, required: ["command"] };
}

/**
 * Checks what a model sent. Keys nobody knows are ignored and null counts as absent, since models send both; a known
 * key with a wrong value is refused rather than guessed at.
 *
 * @throws ToolError `invalid-args` saying what was expected and what came.
 */
export function parseBashArgs(input: unknown): BashArgs {
  if (!isPlainObject(input)) throw refuse("arguments", "an object with a `command`", input);
  const description = readText(input, "description");
  const workdir = readText(input, "workdir");
  const timeoutMs = readTimeout(input, "timeoutMs");
  const idleTimeoutMs = readTimeout(input, "idleTimeoutMs");
  const isBackground = readSwitch(input, "run_in_background");
  const isTerminal = readSwitch(input, "tty");
  return {
    command: readCommand(input.command),
    ...(description !== null && { description }),
    ...(workdir !== null && { workdir }),
    ...(timeoutMs !== null && { timeoutMs }),
    ...(idleTimeoutMs !== null && { idleTimeoutMs }),
    ...(isBackground && { runInBackground: true }),
    ...(isTerminal && { tty: true }),
  };
}

function readCommand(value: unknown): string {
  if (typeof value !== "string" || value.trim() === "") {
    throw refuse("command", "a command line that is not empty", value);
  }
  if (value.includes("\0")) throw refuse("command", "no NUL character in it", value);
  const bytes = new TextEncoder().encode(value).length;
  if (bytes > MAX_COMMAND_BYTES) {
    const expected = `at most ${MAX_COMMAND_BYTES} bytes; write long scripts to a file and run that`;
    throw refuse("command", expected, `${bytes} bytes`);
  }
  return value;
}

function readText(input: PlainObject, key: "description" | "workdir"): string | null {
  const value = input[key] ?? "";
  if (typeof value !== "string") throw refuse(key, "a string", value);
  if (value.includes("\0")) throw refuse(key, "no NUL character in it", value);
  return value === "" ? null : value;
}

function readTimeout(input: PlainObject, key: "timeoutMs" | "idleTimeoutMs"): number | null {
  const value = input[key];
  if (value === undefined || value === null) return null;
  if (typeof value !== "number" || !isTimeout(value)) {
    throw refuse(key, `a whole number from 1 to ${MAX_TIMEOUT_MS}`, value);
  }
  return value;
}

function readSwitch(input: PlainObject, key: "run_in_background" | "tty"): boolean {
  const value = input[key] ?? false;
  if (typeof value !== "boolean") throw refuse(key, "true or false", value);
  return value;
}

/** True for a number of milliseconds a timer can count. */
export function isTimeout(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MAX_TIMEOUT_MS;
}

/** Enough to recognise what came. */
const MAX_SHOWN_CHARACTERS = 80;

function refuse(name: string, expected: string, value: unknown): ToolError {
  const shown = value === undefined ? "nothing" : JSON.stringify(value);
  const came = shown.slice(0, MAX_SHOWN_CHARACTERS);
  return new ToolError("invalid-args", `bash: ${name}: expected ${expected}, got ${came}`, {
    argument: name,
  });
}
