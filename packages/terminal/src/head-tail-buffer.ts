import { createOutputLog, type OutputLogWriter } from "./output-log.ts";
import { TerminalError } from "./terminal-error.ts";
import { incompleteUtf8Suffix, nextUtf8Boundary } from "./utf8-boundary.ts";

/** How much of each end is kept. */
export interface HeadTailLimits {
  readonly headBytes: number;
  readonly tailBytes: number;
}

/** What is left of a stream: its beginning, its end, and exactly how much is missing between them. */
export interface HeadTail {
  readonly head: Uint8Array;
  /** Empty when nothing is missing: `head` is the whole stream then. */
  readonly tail: Uint8Array;
  readonly omittedBytes: number;
  readonly totalBytes: number;
}

/** Keeps the beginning and the end of a stream in bounded memory. */
export interface HeadTailBuffer {
  /** Copies `bytes` in; the caller may reuse its buffer. O(1) amortised whatever the chunk size. */
  append(bytes: Uint8Array): void;
  /** Says that the stream goes on after `bytes` bytes which nobody has: they count as omitted at this place. */
  skip(bytes: number): void;
  /**
   * What is kept now: `head`, then `omittedBytes` nobody has, then `tail`; the three add up to `totalBytes`.
   * Where bytes are missing neither end stops inside a UTF-8 character, so both may be up to three bytes shorter
   * than their limits.
   */
  read(): HeadTail;
}

/**
 * Creates an empty buffer. A stream of at most both limits together is kept whole.
 *
 * @throws TerminalError `invalid-limit` unless both limits are non-negative safe integers.
 */
export function createHeadTailBuffer({ headBytes, tailBytes }: HeadTailLimits): HeadTailBuffer {
  for (const [name, limit] of Object.entries({ headBytes, tailBytes })) {
    if (!Number.isSafeInteger(limit) || limit < 0) {
      throw new TerminalError(
        "invalid-limit",
        `${name}: expected a whole number of bytes from 0 up, got ${String(limit)}`,
        { [name]: limit },
      );
    }
  }
  return new TwoEndedBuffer(headBytes, tailBytes);
}

class TwoEndedBuffer implements HeadTailBuffer {
  readonly #tailLimit: number;
  readonly #head: OutputLogWriter;
  #headRoom: number;
  #tail: OutputLogWriter;
  #skippedBytes = 0;

  constructor(headBytes: number, tailBytes: number) {
    this.#tailLimit = tailBytes;
    this.#headRoom = headBytes;
    this.#head = createOutputLog(headBytes);
    this.#tail = createOutputLog(tailBytes);
  }

  append(bytes: Uint8Array): void {
    const forHead = bytes.subarray(0, this.#headRoom);
    this.#headRoom -= forHead.length;
    this.#head.append(forHead);
    this.#tail.append(bytes.subarray(forHead.length));
  }

  /** Both ends are without a gap, so the head ends here and the tail begins anew. */
  skip(bytes: number): void {
    if (bytes === 0) return;
    this.#headRoom = 0;
    this.#skippedBytes += this.#tail.endOffset + bytes;
    this.#tail = createOutputLog(this.#tailLimit);
  }

  read(): HeadTail {
    const head = this.#head.read(0).bytes;
    const tail = this.#tail.read(this.#tail.startOffset).bytes;
    const totalBytes = this.#head.endOffset + this.#skippedBytes + this.#tail.endOffset;
    if (head.length + tail.length === totalBytes) return wholeStream(head, tail);
    const wholeHead = head.subarray(0, head.length - incompleteUtf8Suffix(head));
    const wholeTail = tail.subarray(nextUtf8Boundary(tail, 0));
    const omittedBytes = totalBytes - wholeHead.length - wholeTail.length;
    return { head: wholeHead, tail: wholeTail, omittedBytes, totalBytes };
  }
}

function wholeStream(head: Uint8Array, tail: Uint8Array): HeadTail {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return { head: whole, tail: new Uint8Array(0), omittedBytes: 0, totalBytes: whole.length };
}
