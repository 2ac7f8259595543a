import type { Readable, Writable } from "node:stream";
import type { LinePeer } from "@termwire/acp/proxy";
import { readAhead } from "./read-ahead.ts";

/** Held for a peer that reads slowly; enough for it to find the next lines there when it has read the last ones. */
const HELD_BYTES = 1024 * 1024;

/** A peer on a pair of Node streams. What it does not take any more is lost, as the peer is. */
export function createStdioPeer(input: Readable, output: Writable): LinePeer {
  const lines = new LineWriter(output);
  return { input: readAhead(input), write: (line) => lines.write(line) };
}

/** Writes what is said in one turn of the event loop at once. */
class LineWriter {
  readonly #output: Writable;
  readonly #waiting = new Set<() => void>();
  #isCorked = false;

  constructor(output: Writable) {
    this.#output = output;
    for (const event of ["close", "error"]) output.on(event, () => this.#wake());
  }

  async write(line: string | Uint8Array): Promise<void> {
    const output = this.#output;
    if (!output.writable) return;
    if (!this.#isCorked) this.#cork();
    output.write(withLineEnd(line), this.#onWritten);
    while (output.writable && output.writableLength > HELD_BYTES) await this.#untilWritten();
  }

  readonly #onWritten = (): void => this.#wake();

  #cork(): void {
    this.#isCorked = true;
    this.#output.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      this.#output.uncork();
    });
  }

  #untilWritten(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
    });
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

const LINE_END = 0x0a;

/** Most lines were cut out of what was read, where their line end still follows them. */
function withLineEnd(line: string | Uint8Array): string | Uint8Array {
  if (typeof line === "string") return `${line}\n`;
  const { buffer, byteOffset, length } = line;
  const isFollowed = byteOffset + length < buffer.byteLength;
  if (isFollowed) {
    const longer = new Uint8Array(buffer, byteOffset, length + 1);
    if (longer[length] === LINE_END) return longer;
  }
  const copy = new Uint8Array(length + 1);
  copy.set(line);
  copy[length] = LINE_END;
  return copy;
}
