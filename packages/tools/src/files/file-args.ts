import { isPlainObject, type PlainObject } from "../plain-data.ts";
import { ToolError } from "../tool-error.ts";

/** Enough to recognise what came. */
const MAX_SHOWN_CHARACTERS = 80;

/** Reads the arguments of one call; null counts as absent, since models send both. */
export class FileArguments {
  readonly #tool: string;
  readonly #input: PlainObject;

  /** @throws ToolError `invalid-args` when `input` is no object. */
  constructor(tool: string, input: unknown) {
    this.#tool = tool;
    if (!isPlainObject(input)) throw this.refuse("arguments", "an object", input);
    this.#input = input;
  }

  /** A string that is there and not empty. */
  readText(name: string): string {
    const text = this.readOptionalText(name);
    if (text === null) throw this.refuse(name, "a string that is not empty", this.#input[name]);
    return text;
  }

  /** A string that is there, and may be empty. */
  readContent(name: string): string {
    const value = this.#input[name];
    if (typeof value !== "string") throw this.refuse(name, "a string", value);
    return value;
  }

  /** Null when it is absent or empty. */
  readOptionalText(name: string): string | null {
    const value = this.#input[name] ?? "";
    if (typeof value !== "string") throw this.refuse(name, "a string", value);
    if (value.includes("\0")) throw this.refuse(name, "no NUL character in it", value);
    return value === "" ? null : value;
  }

  /** Null when it is absent. */
  readCount(name: string): number | null {
    const value = this.#input[name];
    if (value === undefined || value === null) return null;
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1) return value;
    throw this.refuse(name, "a whole number from 1 up", value);
  }

  /** False when it is absent. */
  readSwitch(name: string): boolean {
    const value = this.#input[name] ?? false;
    if (typeof value !== "boolean") throw this.refuse(name, "true or false", value);
    return value;
  }

  /** Says what was expected and what came. */
  refuse(name: string, expected: string, value: unknown): ToolError {
    const shown = value === undefined ? "nothing" : JSON.stringify(value);
    const came = shown.slice(0, MAX_SHOWN_CHARACTERS);
    return new ToolError(
      "invalid-args",
      `${this.#tool}: ${name}: expected ${expected}, got ${came}`,
      {
        argument: name,
      },
    );
  }
}

/** JSON Schema of a path. */
export const PATH_SCHEMA: PlainObject = {
  type: "string",
  description: "Path of the file, absolute or from the session's directory.",
};
