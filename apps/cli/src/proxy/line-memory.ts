import type { ReadTarget } from "./read-in-place.ts";

const LINE_END = 0x0a;
/** Many lines stand side by side in one piece, and few of them are cut by its end. */
const MEMORY_BYTES = 512 * 1024;
/** Most of what a pipe or a socket holds is read at once. */
const MIN_ROOM_BYTES = 128 * 1024;
/** More are not in use at a time: one is read to, and what waits to be taken or flushed is some MiB. */
const MAX_SPARE = 8;

/** How far what was taken has got. */
export interface Passage {
  /** Of what was taken, and let go of; grows. */
  readonly writtenBytes: number;
  /** Of those, what nobody needs in memory any more. */
  readonly flushedBytes: number;
}

interface Lines {
  readonly bytes: Buffer;
  /** Where they stand, if that is ours. */
  readonly memory: Buffer | null;
}

interface Spare {
  readonly memory: Buffer;
  /** It is free when so much was flushed. */
  readonly untilBytes: number;
}

/** Puts lines together out of the pieces they come in, side by side. */
export class LineMemory implements ReadTarget {
  readonly #passage: Passage | null;
  /** Whole lines that came before those in `#memory`. */
  readonly #ready: Lines[] = [];
  #readyBytes = 0;
  #memory: Buffer = Buffer.alloc(0);
  /** What was not taken of it begins here, has its last line end before there, and ends there. */
  #start = 0;
  #lineEnd = 0;
  #end = 0;
  /** What was taken last stands here. */
  #taken: Buffer | null = null;
  readonly #spare: Spare[] = [];

  /**
   * @param passage absent: what was taken is not written over. Otherwise it is when the next was taken, and it was
   *   flushed.
   */
  constructor(passage: Passage | null = null) {
    this.#passage = passage;
  }

  /** Bytes that were not taken. */
  get length(): number {
    return this.#readyBytes + this.#end - this.#start;
  }

  room(): Buffer {
    if (this.#memory.length - this.#end < MIN_ROOM_BYTES) this.#renew();
    return this.#memory.subarray(this.#end);
  }

  fill(length: number): void {
    const filled = this.#memory.subarray(this.#end, this.#end + length);
    const lineEnd = filled.lastIndexOf(LINE_END) + 1;
    if (lineEnd > 0) this.#lineEnd = this.#end + lineEnd;
    this.#end += length;
  }

  /** Takes a piece, which nobody writes to any more. */
  add(piece: Buffer): void {
    const isWhole = this.#start === this.#end && piece.at(-1) === LINE_END;
    if (isWhole) this.#push({ bytes: piece, memory: null });
    else {
      for (let at = 0; at < piece.length;) {
        const length = piece.copy(this.room(), 0, at);
        this.fill(length);
        at += length;
      }
    }
  }

  /** The next whole lines; null when there are none. */
  take(): Buffer | null {
    const first = this.#ready.shift();
    if (first === undefined) return this.#take(this.#lineEnd);
    this.#readyBytes -= first.bytes.length;
    this.#letGo(first.memory);
    return first.bytes;
  }

  /** What there is of a line without its end; null when there is nothing. */
  takeRest(): Buffer | null {
    return this.#take(this.#end);
  }

  #take(end: number): Buffer | null {
    if (end <= this.#start) return null;
    this.#letGo(this.#memory);
    return this.#cut(end);
  }

  #cut(end: number): Buffer {
    const part = this.#memory.subarray(this.#start, end);
    this.#start = end;
    return part;
  }

  #push(lines: Lines): void {
    this.#ready.push(lines);
    this.#readyBytes += lines.bytes.length;
  }

  /** Who takes of the next memory has no use for the one before but what was written of it. */
  #letGo(next: Buffer | null): void {
    const memory = this.#taken;
    this.#taken = next;
    const isOver = memory !== next && memory !== this.#memory;
    if (memory === null || this.#passage === null || !isOver) return;
    if (this.#spare.length >= MAX_SPARE) this.#spare.shift();
    this.#spare.push({ memory, untilBytes: this.#passage.writtenBytes });
  }

  #renew(): void {
    const memory = this.#memory;
    if (this.#lineEnd > this.#start) this.#push({ bytes: this.#cut(this.#lineEnd), memory });
    const rest = memory.subarray(this.#start, this.#end);
    this.#memory =
      this.#takeSpare(rest.length) ?? Buffer.allocUnsafeSlow(MEMORY_BYTES + rest.length);
    this.#end = rest.copy(this.#memory);
    this.#start = 0;
    this.#lineEnd = 0;
  }

  /** Null when none is free, or the oldest of them is too small. */
  #takeSpare(restBytes: number): Buffer | null {
    const untilBytes = this.#spare[0]?.untilBytes ?? Number.POSITIVE_INFINITY;
    if (this.#passage === null || this.#passage.flushedBytes < untilBytes) return null;
    const memory = this.#spare.shift()?.memory;
    return memory !== undefined && memory.length >= restBytes + MIN_ROOM_BYTES ? memory : null;
  }
}
