import type { Readable } from "node:stream";
import { LineMemory, type Passage } from "./line-memory.ts";
import { readInPlace, type Flow } from "./read-in-place.ts";

/** Taken of a peer ahead of what the other one takes: it goes on writing while we do. */
const READ_AHEAD_BYTES = 1024 * 1024;

/**
 * Reads on while what came is taken, and gives whole lines at a time, so that none has to be put together again. A
 * stream that breaks has ended.
 *
 * @param passage of what is given; absent: it is not written over. Otherwise it is when the next was asked for, and it
 *   was flushed.
 */
export async function* readAhead(
  input: Readable,
  passage: Passage | null = null,
): AsyncGenerator<Uint8Array> {
  const ahead = new ReadAhead(input, passage);
  for (let lines = await ahead.take(); lines !== null; lines = await ahead.take()) yield lines;
}

class ReadAhead {
  readonly #flow: Flow;
  readonly #lines: LineMemory;
  #hasEnded = false;
  #wake = (): void => undefined;

  constructor(input: Readable, passage: Passage | null) {
    this.#lines = new LineMemory(passage);
    const inPlace = readInPlace(input, {
      room: () => this.#lines.room(),
      fill: (length) => {
        this.#lines.fill(length);
        this.#follow();
      },
    });
    this.#flow = inPlace ?? input;
    if (inPlace === null) input.on("data", (chunk: Buffer) => this.#add(chunk));
    for (const event of ["end", "close", "error"]) this.#flow.on(event, () => this.#end());
  }

  /** Resolves with what came, up to the end of a line if there is one; null when nothing more will come. */
  async take(): Promise<Buffer | null> {
    let lines = this.#lines.take();
    while (lines === null && !this.#hasEnded && !this.#isFull) {
      await this.#untilMore();
      lines = this.#lines.take();
    }
    lines ??= this.#lines.takeRest();
    this.#flow.resume();
    return lines;
  }

  get #isFull(): boolean {
    return this.#lines.length > READ_AHEAD_BYTES;
  }

  #add(chunk: Buffer): void {
    this.#lines.add(chunk);
    this.#follow();
  }

  #follow(): void {
    if (this.#isFull) this.#flow.pause();
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
