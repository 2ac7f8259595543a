import type { OutputLog } from "@termwire/terminal";
import { createGrowingText, type GrowingText } from "./growing-text.ts";

/** Output as `terminal/output` tells it. */
export interface OutputText {
  /** Whole characters, at most the limit in UTF-8. */
  readonly output: string;
  /** Something of the command's output is not in it. */
  readonly truncated: boolean;
}

/** Reads one terminal's output again and again. */
export interface OutputTextReader {
  /**
   * The newest part, as the text a terminal would show. Reading an unchanged log again costs nothing, reading one that
   * went on costs what came since.
   */
  read(): Promise<OutputText>;
}

/** Colours and movements are shorter by far. */
const MAX_CONTROL_BYTES = 64;
const ESCAPE = 0x1b;

/** Creates the reader of one log that shows at most the newest `limitBytes` of it. */
export function createOutputTextReader(log: OutputLog, limitBytes: number): OutputTextReader {
  return new LogReader(log, limitBytes);
}

class LogReader implements OutputTextReader {
  readonly #log: OutputLog;
  readonly #limitBytes: number;
  #text: GrowingText;
  #offset = 0;
  #askedOffset = -1;
  #last: Promise<OutputText> = Promise.resolve({ output: "", truncated: false });

  constructor(log: OutputLog, limitBytes: number) {
    this.#log = log;
    this.#limitBytes = limitBytes;
    this.#text = createGrowingText(limitBytes);
  }

  read(): Promise<OutputText> {
    if (this.#askedOffset !== this.#log.endOffset) {
      this.#askedOffset = this.#log.endOffset;
      this.#last = this.#last.then(() => this.#readOn());
    }
    return this.#last;
  }

  /** More than the limit at once leaves nothing of what was there before. */
  async #readOn(): Promise<OutputText> {
    const { endOffset, startOffset } = this.#log;
    const from = Math.max(startOffset, endOffset - this.#limitBytes);
    if (this.#offset < from) {
      this.#text = createGrowingText(this.#limitBytes, { isTail: true });
      this.#offset = from - this.#bytesIntoControl(from);
    }
    const { bytes, next } = this.#log.read(this.#offset);
    this.#offset = next;
    await this.#text.append(bytes);
    return this.#text.read();
  }

  /** How far before `offset` a control starts that is cut there: the rest of it alone would read as text. */
  #bytesIntoControl(offset: number): number {
    const from = Math.max(this.#log.startOffset, offset - MAX_CONTROL_BYTES);
    const { bytes } = this.#log.read(from, offset - from);
    const at = bytes.lastIndexOf(ESCAPE);
    const after = new TextDecoder("latin1").decode(bytes.subarray(at + 1));
    return at !== -1 && /^(?:\[[0-?]*)?[ -/]*$/.test(after) ? bytes.length - at : 0;
  }
}
