import type { UpdateFields } from "../../dialects/terminal-decoder.ts";

const DECODER = new TextDecoder();

/** A line as it came. What is in it is looked at when somebody asks. */
export class WireLine {
  /** Without the line end. */
  readonly bytes: Uint8Array;
  #message: UpdateFields | null | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** For those who change it. */
  get text(): string {
    return DECODER.decode(this.bytes);
  }

  /** Null for a line that is no JSON object. */
  get message(): UpdateFields | null {
    if (this.#message === undefined) this.#message = parseMessage(this.text);
    return this.#message;
  }
}

function parseMessage(text: string): UpdateFields | null {
  // Asked first, because a failed parse costs much more than a message.
  if (!/^\s*\{/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as UpdateFields) : null; // any object is a record of unknowns
  } catch {
    return null;
  }
}
