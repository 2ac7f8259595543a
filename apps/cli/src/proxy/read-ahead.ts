import type { Readable } from "node:stream";

const LINE_END = 0x0a;
/** Taken of a peer ahead of what the other one takes: it goes on writing while we do. */
const READ_AHEAD_BYTES = 1024 * 1024;

/**
 * Reads on while what came is taken, and gives whole lines at a time, so that none has to be put together again. A
 * stream that breaks has ended.
 */
export async function* readAhead(input: Readable): AsyncGenerator<Uint8Array> {
  const ahead = new ReadAhead(input);
  for (let lines = await ahead.take(); lines !== null; lines = await ahead.take()) yield lines;
}

class ReadAhead {
  readonly #input: Readable;
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

  /** Resolves with what came, up to the end of a line if there is one; null when nothing more will come. */
  async take(): Promise<Buffer | null> {
    while (!this.#isEnough) await this.#untilMore();
    if (this.#chunks.length === 0) return null;
    const [only] = this.#chunks;
    const isOne = only !== undefined && this.#chunks.length === 1;
    const bytes = isOne ? only : Buffer.concat(this.#chunks, this.#length);
    const end = this.#hasLine ? bytes.lastIndexOf(LINE_END) + 1 : bytes.length;
    this.#chunks = end === bytes.length ? [] : [bytes.subarray(end)];
    this.#length = bytes.length - end;
    this.#hasLine = false;
    this.#input.resume();
    return bytes.subarray(0, end);
  }

  get #isEnough(): boolean {
    return this.#hasLine || this.#hasEnded || this.#length > READ_AHEAD_BYTES;
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
