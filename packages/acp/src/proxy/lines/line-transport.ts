import { WireLine } from "./wire-line.ts";

/** Longer than any message of a peer; bytes without a line end must not fill the memory. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;

/** Read in one go: a peer that floods us with tiny lines must not keep the other one waiting. */
const MAX_LINES_AT_ONCE = 2048;

const LINE_END = 0x0a;
const SPACE = 0x20;

/** One peer on a pair of byte streams, a JSON-RPC message per line. */
export interface LinePeer {
  /**
   * What it sends, in any chunks; ends when the peer is gone. When the next chunk is asked for, nobody has use for the one
   * before but the peers that parts of it were written to.
   */
  readonly input: AsyncIterable<Uint8Array>;
  /**
   * Writes one line without its line end. Resolves when the peer takes more; never rejects: what a peer that is gone
   * does not get is lost.
   */
  write(line: string | Uint8Array): Promise<void>;
}

/**
 * Reads lines until the peer is gone, those of one chunk together, blank ones left out; an unfinished last line counts.
 *
 * @throws RangeError for a line of more than `maxLineBytes`.
 */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  maxLineBytes: number = MAX_LINE_BYTES,
): AsyncGenerator<readonly WireLine[]> {
  const splitter = new LineSplitter(maxLineBytes);
  for await (const chunk of input) {
    const lines = splitter.split(chunk);
    for (let from = 0; from < lines.length; from += MAX_LINES_AT_ONCE) {
      if (from > 0) await untilNextTurn();
      yield lines.slice(from, from + MAX_LINES_AT_ONCE);
    }
  }
  yield splitter.end();
}

class LineSplitter {
  readonly #maxLineBytes: number;
  #parts: Uint8Array[] = [];
  #length = 0;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  /** The lines that end in this chunk. */
  split(chunk: Uint8Array): readonly WireLine[] {
    const lines: WireLine[] = [];
    let from = 0;
    for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, from)) {
      this.#add(chunk.subarray(from, end));
      lines.push(...this.end());
      from = end + 1;
    }
    // The chunk is its peer's again when this line ends.
    if (from < chunk.length) this.#add(new Uint8Array(chunk.subarray(from)));
    return lines;
  }

  /** The line that ends here; none for a blank one. */
  end(): readonly WireLine[] {
    const line = new WireLine(join(this.#parts, this.#length));
    this.#parts = [];
    this.#length = 0;
    return isBlank(line) ? [] : [line];
  }

  #add(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > this.#maxLineBytes) {
      throw new RangeError(`a message of more than ${this.#maxLineBytes} bytes`);
    }
    if (part.length > 0) this.#parts.push(part);
  }
}

/** Timers and the other peer have their turn. */
function untilNextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

function isBlank(line: WireLine): boolean {
  return (line.bytes[0] ?? SPACE) <= SPACE && line.text.trim() === "";
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
