import {
  applyTerminalEvent,
  createOutputLog,
  type OutputLog,
  type OutputLogWriter,
  type TerminalEvent,
  type TerminalSize,
  type TerminalState,
} from "@termwire/terminal";
import { createOutputTimes, type OutputTimes } from "./output-times.ts";

/** Bytes that are missing at a place of the output. */
export interface OutputGap {
  readonly offset: number;
  readonly lostBytes: number;
}

/** The size of the terminal from a time on, counted like the times of output. */
export interface SizeChange {
  readonly size: TerminalSize;
  readonly atMs: number;
}

/** Everything a card knows of its terminal: the state, the newest bytes, when they came, what is missing between. */
export interface CardRecord {
  readonly state: TerminalState | undefined;
  readonly output: OutputLog;
  readonly gaps: readonly OutputGap[];
  readonly times: OutputTimes;
  readonly sizes: readonly SizeChange[];
  /** Counts how often the output was replaced by another; offsets begin anew each time. */
  readonly generation: number;
  /** Ends of lines in the output, up to as many as any card shows at once. */
  readonly lines: number;
  /** Takes in an event that was heard of at `nowMs`; total. */
  apply(event: TerminalEvent, nowMs: number): void;
}

/** More places than anybody looks at; what is missing later is counted into the last one. */
const MAX_GAPS = 1000;

/** A window dragged for a minute changes its size so often; of more, the last one is kept. */
const MAX_SIZES = 1000;

/** No card is that high. */
const MAX_LINES = 200;

const LINE_FEED = 0x0a;

/** Creates the record of one terminal that keeps the newest `limitBytes` of its output. */
export function createCardRecord(limitBytes: number): CardRecord {
  return new EventRecord(limitBytes);
}

class EventRecord implements CardRecord {
  state: TerminalState | undefined;
  output: OutputLogWriter;
  gaps: OutputGap[] = [];
  readonly times: OutputTimes = createOutputTimes();
  readonly sizes: SizeChange[] = [];
  generation = 0;
  lines = 0;
  readonly #limitBytes: number;
  #firstMs: number | null = null;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
    this.output = createOutputLog(limitBytes);
  }

  apply(event: TerminalEvent, nowMs: number): void {
    this.state = applyTerminalEvent(this.state, event);
    this.#firstMs ??= nowMs;
    const atMs = nowMs - this.#firstMs;
    this.#noteSize(atMs);
    switch (event.type) {
      case "output-appended":
        this.#append(event.bytes, atMs);
        break;
      case "output-replaced":
        this.#replace(event.bytes, atMs);
        break;
      case "output-lost":
        this.#noteGap(event.lostBytes);
        break;
      case "terminal-ended":
        this.#keepIn(this.output.endOffset);
        break;
      case "terminal-started":
      case "terminal-changed":
      case "waiting-changed":
      case "note-added":
        break;
    }
  }

  #append(bytes: Uint8Array, atMs: number): void {
    if (bytes.length === 0) return;
    if (this.output.limitBytes < this.#limitBytes) this.#keepIn(this.#limitBytes);
    this.output.append(bytes);
    this.lines = countLines(bytes, this.lines);
    this.times.add(this.output.endOffset, atMs);
  }

  /** A log takes memory in blocks; finished output, of which most is short, takes what it is long. */
  #keepIn(bytes: number): void {
    const { startOffset } = this.output;
    if (startOffset > 0 || bytes > this.#limitBytes) return;
    const log = createOutputLog(bytes);
    log.append(this.output.read(0).bytes);
    this.output = log;
  }

  /** A snapshot that goes on from the last one is what came since: nothing is drawn anew for it. */
  #replace(bytes: Uint8Array, atMs: number): void {
    if (this.#isContinuedBy(bytes)) {
      this.#append(bytes.subarray(this.output.endOffset), atMs);
      return;
    }
    this.gaps = [];
    this.output = createOutputLog(this.#limitBytes);
    this.times.clear();
    this.lines = 0;
    this.generation += 1;
    this.#append(bytes, atMs);
  }

  #isContinuedBy(bytes: Uint8Array): boolean {
    const { startOffset, endOffset } = this.output;
    if (startOffset > 0 || this.gaps.length > 0 || bytes.length < endOffset) return false;
    const shown = this.output.read(0).bytes;
    return shown.every((byte, index) => byte === bytes[index]);
  }

  #noteGap(lostBytes: number): void {
    const offset = this.output.endOffset;
    const last = this.gaps.at(-1);
    if (last === undefined || (last.offset !== offset && this.gaps.length < MAX_GAPS)) {
      this.gaps.push({ offset, lostBytes });
      return;
    }
    this.gaps[this.gaps.length - 1] = { ...last, lostBytes: last.lostBytes + lostBytes };
  }

  #noteSize(atMs: number): void {
    const size = this.state?.size ?? null;
    const last = this.sizes.at(-1)?.size;
    if (size === null || (last?.cols === size.cols && last.rows === size.rows)) return;
    if (this.sizes.length >= MAX_SIZES) this.sizes.pop();
    this.sizes.push({ size, atMs });
  }
}

function countLines(bytes: Uint8Array, before: number): number {
  let lines = before;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1 && lines < MAX_LINES; lines++) {
    at = bytes.indexOf(LINE_FEED, at + 1);
  }
  return lines;
}
