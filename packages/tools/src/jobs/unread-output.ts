import type { HeadTail, HeadTailLimits, OutputLog } from "@termwire/terminal";
import { copyOutput, createOutputBuffer } from "../bash/copy-output.ts";
import { incompleteSuffix } from "./incomplete-suffix.ts";

/** One reader's place in an output: what was taken is never given again. */
export interface UnreadOutput {
  /** Bytes printed and not taken. */
  readonly bytes: number;
  /**
   * Takes what is new, both ends of it within `limits`; what the log no longer holds counts as omitted. Unless the
   * output is final, a character or control sequence that is not all there yet stays for the next time.
   */
  take(limits: HeadTailLimits, isFinal: boolean): HeadTail;
  /** Counts everything before `offset` as taken. */
  skipTo(offset: number): void;
}

/** Creates a reader of `output` from `offset` on. */
export function createUnreadOutput(output: OutputLog, offset: number): UnreadOutput {
  let next = offset;
  return {
    get bytes() {
      return output.endOffset - next;
    },
    take(limits, isFinal) {
      const to = isFinal ? output.endOffset : readableEnd(output, next);
      const buffer = createOutputBuffer(limits);
      copyOutput(output, { from: next, to }, buffer);
      next = to;
      return buffer.read();
    },
    skipTo(to) {
      next = Math.max(next, Math.min(to, output.endOffset));
    },
  };
}

/** Longer control sequences are shown in two parts rather than kept back. */
const MAX_HELD_BYTES = 256;

function readableEnd(output: OutputLog, from: number): number {
  const end = output.endOffset;
  const start = Math.max(from, output.startOffset, end - MAX_HELD_BYTES);
  return start >= end ? end : end - incompleteSuffix(output.read(start, end - start).bytes);
}
