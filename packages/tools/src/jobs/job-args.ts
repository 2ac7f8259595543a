import { isTimeout, MAX_TIMEOUT_MS } from "../bash/bash-args.ts";
import { isPlainObject, type PlainObject } from "../plain-data.ts";
import { ToolError } from "../tool-error.ts";
import { KEY_NAMES, toKeyBytes } from "./key-bytes.ts";

/** Names one job. */
export interface JobArgs {
  readonly job: string;
}

/** How long to wait for it. */
export interface JobWaitArgs extends JobArgs {
  readonly timeoutMs?: number;
}

/** What to type: the text, then the keys. */
export interface JobInputArgs extends JobArgs {
  readonly text: string;
  readonly keys: readonly string[];
}

const JOB_SCHEMA: PlainObject = {
  type: "string",
  description: "Id of the job, as bash and job_list give it.",
};

/** JSON Schema of {@link JobArgs}. */
export const JOB_INPUT_SCHEMA: PlainObject = {
  type: "object",
  properties: { job: JOB_SCHEMA },
  required: ["job"],
};

/** JSON Schema of {@link JobWaitArgs}. */
export const JOB_WAIT_SCHEMA: PlainObject = {
  type: "object",
  properties: {
    job: JOB_SCHEMA,
    timeoutMs: {
      type: "integer",
      minimum: 1,
      maximum: MAX_TIMEOUT_MS,
      description: "Milliseconds to wait at most. The job runs on after that.",
    },
  },
  required: ["job"],
};

/** JSON Schema of {@link JobInputArgs}. */
export const JOB_TYPE_SCHEMA: PlainObject = {
  type: "object",
  properties: {
    job: JOB_SCHEMA,
    text: { type: "string", description: "Text to type; a line end in it is the enter key." },
    keys: {
      type: "array",
      items: { type: "string" },
      description: `Keys to press after the text: ${KEY_NAMES}.`,
    },
  },
  required: ["job"],
};

/** @throws ToolError `invalid-args` */
export function parseJobArgs(tool: string, input: unknown): JobArgs {
  if (!isPlainObject(input)) {
    throw refuse(tool, { name: "arguments", expected: "an object" }, input);
  }
  const { job } = input;
  if (typeof job === "string" && job !== "") return { job };
  throw refuse(tool, { name: "job", expected: "the id of a job" }, job);
}

/** @throws ToolError `invalid-args` */
export function parseJobWaitArgs(tool: string, input: unknown): JobWaitArgs {
  const args = parseJobArgs(tool, input);
  const timeoutMs = isPlainObject(input) ? (input["timeoutMs"] ?? null) : null;
  if (timeoutMs === null) return args;
  if (typeof timeoutMs === "number" && isTimeout(timeoutMs)) return { ...args, timeoutMs };
  const expected = `a whole number from 1 to ${MAX_TIMEOUT_MS}`;
  throw refuse(tool, { name: "timeoutMs", expected }, timeoutMs);
}

/** As much as anybody types at once; a file is the place for more. */
const MAX_TEXT_BYTES = 64 * 1024;

/** @throws ToolError `invalid-args` */
export function parseJobInputArgs(tool: string, input: unknown): JobInputArgs {
  const args = parseJobArgs(tool, input);
  const { text, keys } = isPlainObject(input) ? input : {};
  const typed = { text: readText(tool, text ?? ""), keys: readKeys(tool, keys ?? []) };
  if (typed.text !== "" || typed.keys.length > 0) return { ...args, ...typed };
  throw refuse(tool, { name: "text", expected: "a text or keys to type" }, text);
}

function readText(tool: string, text: unknown): string {
  if (typeof text !== "string") throw refuse(tool, { name: "text", expected: "a string" }, text);
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= MAX_TEXT_BYTES) return text;
  throw refuse(tool, { name: "text", expected: `at most ${MAX_TEXT_BYTES} bytes` }, bytes);
}

function readKeys(tool: string, keys: unknown): readonly string[] {
  if (!Array.isArray(keys)) throw refuse(tool, { name: "keys", expected: "a list of keys" }, keys);
  return keys.map((key: unknown) => {
    if (typeof key === "string" && toKeyBytes(key) !== null) return key;
    throw refuse(tool, { name: "keys", expected: KEY_NAMES }, key);
  });
}

/** Enough to recognise what came. */
const MAX_SHOWN_CHARACTERS = 80;

function refuse(
  tool: string,
  { name, expected }: { readonly name: string; readonly expected: string },
  value: unknown,
): ToolError {
  const shown = value === undefined ? "nothing" : JSON.stringify(value);
  const came = shown.slice(0, MAX_SHOWN_CHARACTERS);
  const message = `${tool}: ${name}: expected ${expected}, got ${came}`;
  return new ToolError("invalid-args", message, { argument: name });
}
