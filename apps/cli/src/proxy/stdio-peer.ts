import type { Readable, Writable } from "node:stream";
import type { LinePeer } from "@termwire/acp/proxy";
import type { Passage } from "./line-memory.ts";
import { readAhead } from "./read-ahead.ts";

/** Held for a peer that reads slowly; enough for it to find the next lines there when it has read the last ones. */
const HELD_BYTES = 1024 * 1024;

/** A peer, and how far what was written to it has got. */
export interface StdioPeer extends LinePeer, Passage {}

/**
 * A peer on a pair of Node streams. What it does not take any more is lost, as the peer is.
 *
 * @param passage to whom alone what it sends is written; its memory is used again when it got there.
 */
export function createStdioPeer(
  input: Readable,
  output: Writable,
  passage: Passage | null = null,
): StdioPeer {
  return new StreamPeer(input, output, passage);
}

const TAKEN = Promise.resolve();

/** Writes what is said in one turn of the event loop at once. */
class StreamPeer implements StdioPeer {
  readonly input: AsyncIterable<Uint8Array>;
  readonly #output: Writable;
  readonly #waiting = new Set<() => void>();
  #writtenBytes = 0;
  #isCorked = false;

  constructor(input: Readable, output: Writable, passage: Passage | null) {
    this.input = readAhead(input, passage);
    this.#output = output;
    for (const event of ["close", "error"]) output.on(event, () => this.#wake());
  }

  get writtenBytes(): number {
    return this.#writtenBytes;
  }

  get flushedBytes(): number {
    return this.#writtenBytes - this.#output.writableLength;
  }

  write(line: string | Uint8Array): Promise<void> {
    const output = this.#output;
    if (!output.writable) return TAKEN;
    if (!this.#isCorked) this.#cork();
    const waitingBytes = output.writableLength;
    output.write(withLineEnd(line), this.#onWritten);
    this.#writtenBytes += output.writableLength - waitingBytes;
    return this.#isFull ? this.#untilRoom() : TAKEN;
  }

  get #isFull(): boolean {
    return this.#output.writable && this.#output.writableLength > HELD_BYTES;
  }

  async #untilRoom(): Promise<void> {
    while (this.#isFull) await this.#untilWritten();
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
