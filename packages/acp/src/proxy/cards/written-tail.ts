import { countStringBytes } from "../lines/count-string-bytes.ts";

/** What the newest strings that are kept stand for at least: what is compared with the whole output at its end. */
const KEPT_STRING_BYTES = 1024 * 1024;
/** Where that takes more, because most of it is escaped, so much is enough. */
const MAX_PART_BYTES = 2 * 1024 * 1024;
/** Enough for most; a part grows from here. */
const FIRST_BYTES = 16 * 1024;

/** What was kept of the strings. */
export interface TakenTail {
  /** Bytes that the strings stood for that came before those that are kept. */
  readonly skippedBytes: number;
  /** The newest strings, in order, as they were written. */
  readonly strings: readonly Uint8Array[];
}

/** Keeps the newest of many strings as they are written in JSON, between their quotes, in memory of its own. */
export class WrittenTail {
  #older = new Part();
  #newer = new Part();
  #skippedBytes = 0;

  get isEmpty(): boolean {
    return this.#newer.isEmpty;
  }

  /** Copies what is written. */
  add(written: Uint8Array): void {
    if (!this.#newer.hasRoom(written.length)) {
      this.#skippedBytes += this.#older.stringBytes;
      [this.#older, this.#newer] = [this.#newer, this.#older];
      this.#newer.clear();
    }
    this.#newer.add(written);
  }

  /** Hands over what is kept, whose memory is not written to any more, and begins anew. */
  take(): TakenTail {
    const strings = [...this.#older.strings(), ...this.#newer.strings()];
    const taken = { skippedBytes: this.#skippedBytes, strings };
    this.#older = new Part();
    this.#newer = new Part();
    this.#skippedBytes = 0;
    return taken;
  }
}

/** A piece of memory that strings stand in, one after the other. */
class Part {
  #memory = new Uint8Array(0);
  readonly #ends: number[] = [];
  #stringBytes = 0;

  get isEmpty(): boolean {
    return this.#ends.length === 0;
  }

  /** What all the strings stand for. */
  get stringBytes(): number {
    return this.#stringBytes;
  }

  hasRoom(length: number): boolean {
    const isEnough = this.#stringBytes >= KEPT_STRING_BYTES;
    return this.isEmpty || (!isEnough && this.#end + length <= MAX_PART_BYTES);
  }

  add(written: Uint8Array): void {
    const start = this.#end;
    const end = start + written.length;
    if (end > this.#memory.length) this.#grow(end);
    this.#memory.set(written, start);
    this.#ends.push(end);
    this.#stringBytes += countStringBytes(written);
  }

  clear(): void {
    this.#ends.length = 0;
    this.#stringBytes = 0;
  }

  strings(): readonly Uint8Array[] {
    return this.#ends.map((end, index) => this.#memory.subarray(this.#ends[index - 1] ?? 0, end));
  }

  get #end(): number {
    return this.#ends.at(-1) ?? 0;
  }

  #grow(length: number): void {
    const larger = Math.min(MAX_PART_BYTES, Math.max(FIRST_BYTES, 4 * this.#memory.length));
    const memory = new Uint8Array(Math.max(length, larger));
    memory.set(this.#memory.subarray(0, this.#end));
    this.#memory = memory;
  }
}
