import type { Readable } from "node:stream";
import { setImmediate as untilNextTurn } from "node:timers/promises";

const LINE_END = 0x0a;
/** Taken of a peer ahead of what the other one takes: it goes on writing while we do. */
const READ_AHEAD_BYTES = 256 * 1024;
/** Given at once: a peer that floods us with tiny lines must not keep the other one waiting. */
const PIECE_BYTES = 64 * 1024;

/**
 * Reads on while what came is taken, and gives whole lines at a time, so that none has to be put together again. A
 * stream that breaks has ended.
 */
export async function* readAhead(input: Readable): AsyncGenerator<Uint8Array> {
  const ahead = new ReadAhead(input);
  for (let piece = await ahead.take(); piece !== null; piece = await ahead.take()) {
    yield piece;
    await untilNextTurn();
  }
}

class ReadAhead {
  readonly #input: Readable;
  /** Whole lines, or part of a very long one. */
  #ready: Buffer = Buffer.alloc(0);
  #chunks: Buffer[] = [];
  #length = 0;
  #hasLine = false;
  #hasEnded = false;
  #wake = (): void => undefined;

  constructor(input: Readable) {
    this.#input = input;
    input.on("data", (chunk: Buffer) => this.#add(chunk));
    for (const event of ["end", "close", "error"]) input.on(event, () => this.#end());
  }

  /** Resolves with what came next; null when nothing more will come. */
  async take(): Promise<Buffer | null> {
    if (this.#ready.length === 0) {
      while (!this.#isEnough) await this.#untilMore();
      this.#prepare();
    }
    const end = findPieceEnd(this.#ready);
    const piece = this.#ready.subarray(0, end);
    this.#ready = this.#ready.subarray(end);
    return piece.length === 0 ? null : piece;
  }

  get #isEnough(): boolean {
    return this.#hasLine || this.#hasEnded || this.#length > READ_AHEAD_BYTES;
  }

  #prepare(): void {
    const [only] = this.#chunks;
    const isOne = only !== undefined && this.#chunks.length === 1;
    const bytes = isOne ? only : Buffer.concat(this.#chunks, this.#length);
    const end = this.#hasLine ? bytes.lastIndexOf(LINE_END) + 1 : bytes.length;
    this.#ready = bytes.subarray(0, end);
    this.#chunks = end === bytes.length ? [] : [bytes.subarray(end)];
    this.#length = bytes.length - end;
    this.#hasLine = false;
    this.#input.resume();
  }

  #add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    this.#hasLine ||= chunk.includes(LINE_END);
    if (this.#length > READ_AHEAD_BYTES) this.#input.pause();
    this.#wake();
  }

  #end(): void {
    this.#hasEnded = true;
    this.#wake();
  }

  #untilMore(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

/** After the last line that fits into a piece, or after the first line when none does. */
function findPieceEnd(lines: Buffer): number {
  if (lines.length <= PIECE_BYTES) return lines.length;
  const last = lines.lastIndexOf(LINE_END, PIECE_BYTES - 1);
  const end = last === -1 ? lines.indexOf(LINE_END, PIECE_BYTES) : last;
  return end === -1 ? lines.length : end + 1;
}
