import { incompleteUtf8Suffix } from "./utf8-boundary.ts";

/** Decodes a byte stream to text, never splitting a character, and counts what was not UTF-8. */
export interface Utf8Decoder {
  /** Text of every character completed by `bytes`; an incomplete one waits for the next call. */
  decode(bytes: Uint8Array): string;
  /** Text of what still waited (one U+FFFD or nothing). The decoder can then start a new stream. */
  flush(): string;
  /** How many U+FFFD stand for bytes that were not UTF-8; one the stream itself held is not counted. */
  readonly replacedCount: number;
}

/** Creates a decoder whose output equals decoding the whole stream at once, whatever the chunks. */
export function createUtf8Decoder(): Utf8Decoder {
  return new CarryDecoder();
}

const REPLACEMENT = "\uFFFD";

class CarryDecoder implements Utf8Decoder {
  readonly #strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #lenient = new TextDecoder("utf-8", { ignoreBOM: true });
  #carry: Uint8Array = new Uint8Array(0);
  replacedCount = 0;

  decode(bytes: Uint8Array): string {
    const joined = this.#carry.length === 0 ? bytes : join(this.#carry, bytes);
    const complete = joined.length - incompleteUtf8Suffix(joined);
    this.#carry = joined.slice(complete);
    return this.#decodeComplete(joined.subarray(0, complete));
  }

  flush(): string {
    const rest = this.#carry;
    this.#carry = new Uint8Array(0);
    return this.#decodeComplete(rest);
  }

  #decodeComplete(bytes: Uint8Array): string {
    if (bytes.length === 0) return "";
    try {
      return this.#strict.decode(bytes);
    } catch {
      const text = this.#lenient.decode(bytes);
      this.replacedCount += count(text, REPLACEMENT) - countReplacementBytes(bytes);
      return text;
    }
  }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) found++;
  return found;
}

/** U+FFFD written out in the input is EF BF BD, and only that. */
function countReplacementBytes(bytes: Uint8Array): number {
  let found = 0;
  for (let at = bytes.indexOf(0xef); at !== -1; at = bytes.indexOf(0xef, at + 1)) {
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) found++;
  }
  return found;
}
