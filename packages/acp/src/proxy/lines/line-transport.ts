import { WireLine } from "./wire-line.ts";

/** Longer than any message of a peer; bytes without a line end must not fill the memory. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;

const LINE_END = 0x0a;
const SPACE = 0x20;

/** One peer on a pair of byte streams, a JSON-RPC message per line. */
export interface LinePeer {
  /** What it sends, in any chunks; ends when the peer is gone. */
  readonly input: AsyncIterable<Uint8Array>;
  /**
   * Writes one line without its line end. Resolves when the peer takes more; never rejects: what a peer that is gone
   * does not get is lost.
   */
  write(line: string | Uint8Array): Promise<void>;
}

/**
 * Reads lines until the peer is gone, blank ones left out; an unfinished last line counts.
 *
 * @throws RangeError for a line of more than `maxLineBytes`.
 */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  maxLineBytes: number = MAX_LINE_BYTES,
): AsyncGenerator<WireLine> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const add = (part: Uint8Array): void => {
    length += part.length;
    if (length > maxLineBytes) {
      throw new RangeError(`a message of more than ${maxLineBytes} bytes`);
    }
    if (part.length > 0) parts.push(part);
  };
  const take = (): WireLine | null => {
    const bytes = join(parts, length);
    parts = [];
    length = 0;
    return toLine(bytes);
  };
  for await (const chunk of input) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, from)) {
      add(chunk.subarray(from, end));
      const line = take();
      if (line !== null) yield line;
      from = end + 1;
    }
    add(chunk.subarray(from));
  }
  const last = take();
  if (last !== null) yield last;
}

/** Null for a blank line. */
function toLine(bytes: Uint8Array): WireLine | null {
  const line = new WireLine(bytes);
  const isBlank = (bytes[0] ?? SPACE) <= SPACE && line.text.trim() === "";
  return isBlank ? null : line;
}

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
