import { Unicode11Addon } from "@xterm/addon-unicode11";
import xterm, { type IBufferCell, type IMarker, type Terminal } from "@xterm/headless";
import type { TerminalSize } from "@termwire/terminal";
import type { GridRow } from "./grid-row.ts";
import { firstLineEnd, type LineEnds } from "./line-ends.ts";
import { createLinkRanges, type LinkRanges } from "./link-ranges.ts";
import { readGridRow } from "./read-grid-row.ts";

/** Where typed text would appear. */
export interface Cursor {
  readonly row: number;
  readonly col: number;
}

/** What a program asked of the keyboard. */
export interface KeyModes {
  readonly isApplicationCursor: boolean;
  readonly isBracketedPaste: boolean;
}

/**
 * A terminal nobody sees and that answers nobody: it takes bytes and knows rows. A row keeps its number while it
 * lives; the oldest go when there are more than {@link MAX_ROWS}.
 */
export interface Emulator extends Disposable {
  readonly size: TerminalSize;
  /** Number of the oldest row kept. */
  readonly firstRow: number;
  /** Number after the last row with something to show. */
  readonly endRow: number;
  /** True on the alternate screen, as in an editor. */
  readonly isAlternate: boolean;
  readonly cursor: Cursor | null;
  readonly keyModes: KeyModes;
  /** Takes in bytes; calls `onDone` when rows show them, never at once. */
  write(bytes: Uint8Array, onDone: () => void): void;
  resize(size: TerminalSize): void;
  /** Says that bytes are missing where the output now ends. */
  markGap(lostBytes: number): void;
  /** The row of that number; an empty one when it is gone. */
  readRow(row: number): GridRow;
}

/** How an emulator begins. */
export interface EmulatorOptions {
  readonly size: TerminalSize;
  /** Null: the first line will tell. */
  readonly lineEnds: LineEnds | null;
}

/** Rows kept above the screen. Reading further back than that is what copy and download are for. */
export const MAX_ROWS = 5000;

const EMPTY_ROW: GridRow = { spans: [], isWrapped: false, gapBytes: 0 };

/** Starts an empty terminal. Whoever creates it disposes of it. */
export function createEmulator(options: EmulatorOptions): Emulator {
  return new XtermEmulator(options);
}

interface MarkedGap {
  readonly marker: IMarker;
  readonly lostBytes: number;
}

class XtermEmulator implements Emulator {
  readonly #terminal: Terminal;
  readonly #links: LinkRanges;
  readonly #cell: IBufferCell;
  #gaps: MarkedGap[] = [];
  #isCursorShown = true;
  #lineEnds: LineEnds | null;
  #lastByte: number | null = null;
  /** A row whose number is known, from which the others are counted. */
  #anchor: { readonly marker: IMarker; readonly row: number } | null = null;
  #firstRow = 0;

  constructor({ size, lineEnds }: EmulatorOptions) {
    this.#lineEnds = lineEnds;
    this.#terminal = new xterm.Terminal({
      cols: size.cols,
      rows: size.rows,
      scrollback: MAX_ROWS,
      // A line feed alone is no return in a grid, which would draw stairs.
      convertEol: lineEnds !== "return-feed",
      logLevel: "off",
      // the headless build counts reading the buffer among these
      allowProposedApi: true,
    });
    // Programs of today take an emoji for two cells wide.
    this.#terminal.loadAddon(new Unicode11Addon());
    this.#terminal.unicode.activeVersion = "11";
    this.#links = createLinkRanges(this.#terminal);
    this.#cell = this.#terminal.buffer.active.getNullCell();
    this.#followCursorMode("h", true);
    this.#followCursorMode("l", false);
  }

  get size(): TerminalSize {
    return { cols: this.#terminal.cols, rows: this.#terminal.rows };
  }

  get firstRow(): number {
    return this.#firstRow;
  }

  get endRow(): number {
    const buffer = this.#terminal.buffer.active;
    if (buffer.type === "alternate") return this.#firstRow + buffer.length;
    const cursorRow = buffer.baseY + buffer.cursorY;
    let rows = buffer.length;
    const least = cursorRow + (buffer.cursorX > 0 ? 1 : 0);
    while (rows > least && this.#isBlank(rows - 1)) rows--;
    return this.#firstRow + rows;
  }

  get isAlternate(): boolean {
    return this.#terminal.buffer.active.type === "alternate";
  }

  get cursor(): Cursor | null {
    if (!this.#isCursorShown) return null;
    const { baseY, cursorX, cursorY } = this.#terminal.buffer.active;
    const col = Math.min(cursorX, this.#terminal.cols - 1);
    return { row: this.#firstRow + baseY + cursorY, col };
  }

  get keyModes(): KeyModes {
    const { applicationCursorKeysMode, bracketedPasteMode } = this.#terminal.modes;
    return {
      isApplicationCursor: applicationCursorKeysMode,
      isBracketedPaste: bracketedPasteMode,
    };
  }

  write(bytes: Uint8Array, onDone: () => void): void {
    this.#hearLineEnds(bytes);
    this.#terminal.write(bytes, () => {
      this.#countRows();
      onDone();
    });
  }

  resize({ cols, rows }: TerminalSize): void {
    this.#terminal.resize(cols, rows);
    this.#anchor?.marker.dispose();
    this.#anchor = null;
    this.#links.refresh();
  }

  markGap(lostBytes: number): void {
    const marker = this.#terminal.registerMarker(0);
    if (marker !== undefined) this.#gaps.push({ marker, lostBytes });
  }

  readRow(row: number): GridRow {
    const index = row - this.#firstRow;
    const line = this.#terminal.buffer.active.getLine(index);
    if (line === undefined) return EMPTY_ROW;
    const gapBytes = this.#gaps
      .filter(({ marker }) => marker.line === index)
      .reduce((sum, { lostBytes }) => sum + lostBytes, 0);
    const goesOn = this.#terminal.buffer.active.getLine(index + 1)?.isWrapped === true;
    return readGridRow(line, this.#cell, { links: this.#links.inRow(index), gapBytes, goesOn });
  }

  [Symbol.dispose](): void {
    this.#terminal.dispose();
  }

  /** The oldest rows go without a word; a mark on a row tells how many went. */
  #countRows(): void {
    this.#links.refresh();
    this.#gaps = this.#gaps.filter(({ marker }) => !marker.isDisposed);
    if (this.isAlternate) return;
    const last = this.#anchor;
    if (last !== null) {
      // Gone with its mark: at least it and what was above it.
      this.#firstRow = last.marker.isDisposed ? last.row + 1 : last.row - last.marker.line;
      last.marker.dispose();
    }
    const marker = this.#terminal.registerMarker(0);
    this.#anchor = marker === undefined ? null : { marker, row: this.#firstRow + marker.line };
  }

  #hearLineEnds(bytes: Uint8Array): void {
    if (this.#lineEnds !== null) return;
    this.#lineEnds = firstLineEnd(bytes, this.#lastByte);
    this.#lastByte = bytes.at(-1) ?? this.#lastByte;
    if (this.#lineEnds === "return-feed") this.#terminal.options.convertEol = false;
  }

  #isBlank(index: number): boolean {
    const line = this.#terminal.buffer.active.getLine(index);
    return line === undefined || line.translateToString(true) === "";
  }

  #followCursorMode(final: string, isShown: boolean): void {
    this.#terminal.parser.registerCsiHandler({ prefix: "?", final }, (params) => {
      if (params.includes(25)) this.#isCursorShown = isShown;
      return false;
    });
  }
}
