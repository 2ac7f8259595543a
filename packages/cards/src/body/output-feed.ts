import type { TerminalSize } from "@termwire/terminal";
import { createEmulator, type Emulator } from "../emulator/emulator.ts";
import type { CardRecord } from "../record/card-record.ts";

/**
 * Output that is drawn when a card comes into sight. Far more than the rows that are kept, and a tenth of a second's
 * work.
 */
export const DRAWN_BYTES: number = 2 * 1024 * 1024;

/** Taken in at once, in about two milliseconds: a frame has sixteen. */
const SLICE_BYTES = 64 * 1024;

const LINE_FEED = 0x0a;

/**
 * Brings the output of a record into an emulator, slice by slice: the next one goes in when the last one is through,
 * so that frames and clicks come between. Whoever creates it disposes of it, and the emulator with it.
 */
export class OutputFeed implements Disposable {
  readonly emulator: Emulator;
  /** The generation of the record that is being fed; another needs another feed. */
  readonly generation: number;
  /** Output before this was passed over. */
  readonly startOffset: number;
  readonly #record: CardRecord;
  readonly #onRows: () => void;
  #offset: number;
  #nextGap = 0;
  #isWriting = false;
  #isDisposed = false;

  constructor(record: CardRecord, size: TerminalSize, onRows: () => void) {
    this.#record = record;
    this.#onRows = onRows;
    this.generation = record.generation;
    const isSized = (record.state?.size ?? null) !== null;
    this.emulator = createEmulator({ size, lineEnds: isSized ? null : "feed" });
    this.startOffset = drawnStart(record);
    this.#offset = this.startOffset;
    this.#nextGap = record.gaps.findIndex(({ offset }) => offset >= this.startOffset);
    if (this.#nextGap === -1) this.#nextGap = record.gaps.length;
  }

  /** True when the rows show all there is. */
  get isThrough(): boolean {
    return !this.#isWriting && this.#offset === this.#record.output.endOffset;
  }

  /** True when it is so far behind, or of another generation, that a new feed shows the newest output sooner. */
  get isOutrun(): boolean {
    const { output, generation } = this.#record;
    return generation !== this.generation || output.endOffset - this.#offset > DRAWN_BYTES;
  }

  /** Goes on with what has come; fine at any time. */
  pump(): void {
    if (this.#isWriting || this.#isDisposed || this.isOutrun) return;
    this.#markGaps();
    const { bytes, next } = this.#record.output.read(this.#offset, this.#sliceBytes());
    if (bytes.length === 0) return;
    this.#isWriting = true;
    this.emulator.write(bytes, () => {
      this.#isWriting = false;
      if (this.#isDisposed) return;
      this.#offset = next;
      this.#onRows();
      this.pump();
    });
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.emulator[Symbol.dispose]();
  }

  #markGaps(): void {
    for (;;) {
      const gap = this.#record.gaps[this.#nextGap];
      if (gap === undefined || gap.offset > this.#offset) return;
      this.emulator.markGap(gap.lostBytes);
      this.#nextGap += 1;
    }
  }

  #sliceBytes(): number {
    const gap = this.#record.gaps[this.#nextGap];
    return gap === undefined ? SLICE_BYTES : Math.min(SLICE_BYTES, gap.offset - this.#offset);
  }
}

/** Where drawing begins: at the start of a line, so that no row is half a row. */
function drawnStart({ output }: CardRecord): number {
  const { startOffset, endOffset } = output;
  const wanted = Math.max(startOffset, endOffset - DRAWN_BYTES);
  if (wanted === 0) return 0;
  const { bytes } = output.read(wanted, SLICE_BYTES);
  const lineEnd = bytes.indexOf(LINE_FEED);
  return lineEnd === -1 ? wanted : wanted + lineEnd + 1;
}
