import type { ReadTarget } from "./read-in-place.ts";

const LINE_END = 0x0a;
/** Many lines stand side by side in one piece, and few of them are cut by its end. */
const MEMORY_BYTES = 1024 * 1024;
/** What a pipe or a socket holds is read at once. */
const MIN_ROOM_BYTES = 256 * 1024;

/** Puts lines together out of the pieces they come in. What was taken is not written over. */
export class LineMemory implements ReadTarget {
  /** Whole lines that do not stand in `#memory`. */
  readonly #ready: Buffer[] = [];
  #readyBytes = 0;
  #memory = Buffer.alloc(0);
  /** What was not taken of it begins here, has its last line end before there, and ends there. */
  #start = 0;
  #lineEnd = 0;
  #end = 0;

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

  /** Takes a piece that is nobody else's. */
  add(piece: Buffer): void {
    const isWhole = this.#start === this.#end && piece.at(-1) === LINE_END;
    if (isWhole) this.#push(piece);
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
    if (first === undefined) return this.#lineEnd > this.#start ? this.#cut(this.#lineEnd) : null;
    this.#readyBytes -= first.length;
    return first;
  }

  /** What there is of a line without its end; null when there is nothing. */
  takeRest(): Buffer | null {
    return this.#end > this.#start ? this.#cut(this.#end) : null;
  }

  #push(lines: Buffer): void {
    this.#ready.push(lines);
    this.#readyBytes += lines.length;
  }

  #cut(end: number): Buffer {
    const part = this.#memory.subarray(this.#start, end);
    this.#start = end;
    return part;
  }

  #renew(): void {
    if (this.#lineEnd > this.#start) this.#push(this.#cut(this.#lineEnd));
    const rest = this.#memory.subarray(this.#start, this.#end);
    this.#memory = Buffer.allocUnsafeSlow(MEMORY_BYTES + rest.length);
    this.#end = rest.copy(this.#memory);
    this.#start = 0;
    this.#lineEnd = 0;
  }
}
