import { TerminalError } from "./terminal-error.ts";

/** A run of bytes read from a log. */
export interface OutputSlice {
  readonly bytes: Uint8Array;
  /** Absolute offset of the first byte in `bytes`. */
  readonly start: number;
  /** Where to read on: absolute offset after the last byte in `bytes`. */
  readonly next: number;
  /** Bytes between the asked offset and `start` that the log no longer holds. */
  readonly lostBytes: number;
}

/**
 * The readers' side of a terminal's output: the newest bytes, at absolute offsets that never move.
 * Any number of readers read at their own pace and never take bytes from one another.
 */
export interface OutputLog {
  /** How many of the newest bytes are kept. */
  readonly limitBytes: number;
  /** Offset of the oldest byte still kept; equally the exact count of dropped bytes. */
  readonly startOffset: number;
  /** Offset after the newest byte; equally the exact count of all bytes ever appended. */
  readonly endOffset: number;
  /** True once no byte can follow. */
  readonly ended: boolean;
  /**
   * Copies bytes from `offset` on, at most `maxBytes` of them. An offset before `startOffset` reads from there
   * and says how much was lost.
   *
   * @throws TerminalError `invalid-offset` for an offset that is negative, fractional or beyond `endOffset`.
   */
  read(offset: number, maxBytes?: number): OutputSlice;
  /**
   * Waits for news: resolves true once `endOffset` is beyond `offset`, false once the output has ended without.
   * Rejects with the signal's reason, and only then.
   */
  waitPast(offset: number, signal?: AbortSignal): Promise<boolean>;
}

/** The writer's side. */
export interface OutputLogWriter extends OutputLog {
  /** Copies `bytes` in; the caller may reuse its buffer. O(1) amortised whatever the chunk size. */
  append(bytes: Uint8Array): void;
  /** Says that no byte will follow; appending afterwards throws. Ending twice is fine. */
  end(): void;
}

/** Big enough that copying dominates bookkeeping, small enough that a short command costs little. */
const BLOCK_BYTES = 64 * 1024;

/**
 * Creates a log that keeps the newest `limitBytes` bytes (0 keeps none and still counts). Memory is the
 * limit, rounded up to a whole block, taken as output comes.
 *
 * @throws TerminalError `invalid-limit` unless the limit is a non-negative safe integer.
 */
export function createOutputLog(limitBytes: number): OutputLogWriter {
  if (!Number.isSafeInteger(limitBytes) || limitBytes < 0) {
    throw new TerminalError(
      "invalid-limit",
      `output limit: expected a whole number of bytes from 0 up, got ${String(limitBytes)}`,
      { limitBytes },
    );
  }
  return new BlockLog(limitBytes);
}

/**
 * A ring of equal blocks: the byte at absolute offset o lives in slot floor(o / block) mod slots. Blocks are made
 * when first reached and reused when the ring comes round, so nothing is moved or collected.
 */
class BlockLog implements OutputLogWriter {
  readonly limitBytes: number;
  readonly #blockBytes: number;
  readonly #slots: number;
  readonly #blocks: Uint8Array[] = [];
  readonly #waiters = new Set<() => void>();
  #endOffset = 0;
  #ended = false;

  constructor(limitBytes: number) {
    this.limitBytes = limitBytes;
    this.#blockBytes = Math.max(1, Math.min(BLOCK_BYTES, limitBytes));
    this.#slots = Math.ceil(limitBytes / this.#blockBytes);
  }

  get startOffset(): number {
    return Math.max(0, this.#endOffset - this.limitBytes);
  }

  get endOffset(): number {
    return this.#endOffset;
  }

  get ended(): boolean {
    return this.#ended;
  }

  append(bytes: Uint8Array): void {
    if (this.#ended) {
      throw new TerminalError("invalid-request", "output log: append after end", {});
    }
    if (bytes.length === 0) return;
    let from = Math.max(0, bytes.length - this.limitBytes);
    let offset = this.#endOffset + from;
    while (from < bytes.length) {
      const at = offset % this.#blockBytes;
      const part = bytes.subarray(from, from + this.#blockBytes - at);
      this.#blockAt(offset).set(part, at);
      from += part.length;
      offset += part.length;
    }
    this.#endOffset += bytes.length;
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  read(offset: number, maxBytes: number = Number.MAX_SAFE_INTEGER): OutputSlice {
    if (!Number.isSafeInteger(offset) || offset < 0 || offset > this.#endOffset) {
      throw new TerminalError(
        "invalid-offset",
        `output offset: expected 0 to ${this.#endOffset}, got ${String(offset)}`,
        { offset, endOffset: this.#endOffset },
      );
    }
    const start = Math.max(offset, this.startOffset);
    const next = Math.min(this.#endOffset, start + maxBytes);
    const bytes = new Uint8Array(next - start);
    let position = start;
    while (position < next) {
      const at = position % this.#blockBytes;
      const length = Math.min(this.#blockBytes - at, next - position);
      bytes.set(this.#blockAt(position).subarray(at, at + length), position - start);
      position += length;
    }
    return { bytes, start, next, lostBytes: start - offset };
  }

  async waitPast(offset: number, signal?: AbortSignal): Promise<boolean> {
    while (this.#endOffset <= offset) {
      signal?.throwIfAborted();
      if (this.#ended) return false;
      await this.#change(signal);
    }
    return true;
  }

  #blockAt(offset: number): Uint8Array {
    const slot = Math.floor(offset / this.#blockBytes) % this.#slots;
    return (this.#blocks[slot] ??= new Uint8Array(this.#blockBytes));
  }

  #change(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#waiters.delete(done);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      this.#waiters.add(done);
      signal?.addEventListener("abort", done, { once: true });
    });
  }

  #wake(): void {
    for (const waiter of this.#waiters) waiter();
  }
}
