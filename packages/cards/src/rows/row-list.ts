import type { Cursor } from "../emulator/emulator.ts";
import { rowKey } from "../emulator/grid-row.ts";
import { cacheRows } from "./cached-rows.ts";
import type { Palette } from "./cell-colors.ts";
import { drawRow } from "./draw-row.ts";
import { findAddresses } from "./find-addresses.ts";
import { readPalette } from "./read-palette.ts";
import type { MatchRange } from "./row-pieces.ts";
import type { RowSource } from "./row-source.ts";
import { createSoftBreak, joinSoftBreaks } from "./soft-break.ts";

/** Size of one cell on the page. */
export interface CellSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** What is drawn besides the rows. */
export interface RowListView {
  readonly cursor: Cursor | null;
  readonly matchesInRow: (row: number) => readonly MatchRange[];
  readonly describeGap: (lostBytes: number) => string;
}

interface DrawnRow {
  readonly element: HTMLElement;
  readonly key: string;
}

/** Rows drawn beyond those in sight, so that scrolling and selecting find something. */
const OVERSCAN_ROWS = 24;

/** The same at the end of output, where rows may come faster than anybody reads. */
const FOLLOWING_OVERSCAN_ROWS = 6;

/**
 * The rows of a terminal in a scrolling element, of which only those in sight are drawn. A row that looks as it did is
 * left alone, so that a selection survives new output. At its end it stays at the end.
 */
export class RowList {
  /** Scrolls; takes the focus. */
  readonly scroller: HTMLElement = document.createElement("div");
  readonly #space = document.createElement("div");
  readonly #window = document.createElement("div");
  readonly #cursor = document.createElement("div");
  readonly #probe = document.createElement("span");
  readonly #drawn = new Map<number, DrawnRow>();
  #source: RowSource | null = null;
  #view: RowListView | null = null;
  #palette: Palette | null = null;
  #cell: CellSize | null = null;
  #firstRow = 0;
  #isFollowing = true;
  #hasShown = false;

  constructor() {
    this.scroller.className = "scroller";
    this.scroller.tabIndex = 0;
    this.scroller.role = "group";
    // A browser that translates would put other text into the rows.
    this.scroller.translate = false;
    this.#space.className = "rows";
    this.#window.className = "window";
    this.#cursor.className = "cursor";
    this.#cursor.hidden = true;
    this.#probe.className = "probe";
    this.#probe.textContent = "0".repeat(PROBE_CELLS);
    this.#probe.ariaHidden = "true";
    this.#space.append(this.#window, this.#cursor, this.#probe);
    this.scroller.append(this.#space);
    this.scroller.addEventListener("copy", (event) => {
      const selected = document.getSelection()?.toString() ?? "";
      event.clipboardData?.setData("text/plain", joinSoftBreaks(selected));
      event.preventDefault();
    });
    this.scroller.addEventListener("scroll", () => {
      this.#isFollowing = this.#isAtEnd();
      this.#draw();
    });
  }

  /** False while the person looks at something above. */
  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** The size of a cell; null while it is not on the page. */
  readCellSize(): CellSize | null {
    if (this.#cell !== null) return this.#cell;
    const { width, height } = this.#probe.getBoundingClientRect();
    if (width === 0 || height === 0) return null;
    this.#cell = { widthPx: width / PROBE_CELLS, heightPx: height };
    return this.#cell;
  }

  /** What the rows are called. */
  setName(name: string): void {
    this.scroller.ariaLabel = name;
  }

  /** Makes room for so many rows, as long as none were drawn: what comes after them then stays where it is. */
  reserve(rows: number): void {
    if (this.#hasShown) return;
    this.#space.style.setProperty("height", `calc(${rows} * var(--_row))`);
  }

  /** Takes all rows down; the room they took stays. */
  clear(): void {
    if (this.#source === null) return;
    this.#source = null;
    this.#cursor.hidden = true;
    this.#dropRows();
  }

  /** Shows rows, if it is on the page. */
  show(source: RowSource, view: RowListView): void {
    const cell = this.readCellSize();
    if (cell === null) return;
    const gone = source.firstRow - this.#firstRow;
    this.#hasShown = true;
    this.#source = source;
    this.#view = view;
    this.#firstRow = source.firstRow;
    const rows = source.endRow - source.firstRow;
    this.#space.style.setProperty("height", `${rows * cell.heightPx}px`);
    if (this.#isFollowing) this.scrollToEnd();
    else if (gone > 0) this.scroller.scrollTop -= gone * cell.heightPx;
    this.#draw();
  }

  /** Goes to the newest row and stays there. */
  scrollToEnd(): void {
    this.#isFollowing = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  /** Brings a row into the middle and stays there. */
  scrollToRow(row: number): void {
    const cell = this.readCellSize();
    if (cell === null || this.#source === null) return;
    const top = (row - this.#source.firstRow + 0.5) * cell.heightPx;
    this.#isFollowing = false;
    this.scroller.scrollTop = Math.max(0, top - this.scroller.clientHeight / 2);
    this.#draw();
  }

  /** The theme or the font has changed: everything is measured and drawn anew. */
  restyle(): void {
    this.#palette = null;
    this.#cell = null;
    this.#dropRows();
  }

  #isAtEnd(): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    return scrollTop + clientHeight >= scrollHeight - (this.#cell?.heightPx ?? 0) / 2;
  }

  #draw(): void {
    const view = this.#view;
    const cell = this.readCellSize();
    if (this.#source === null || view === null || cell === null) return;
    const source = cacheRows(this.#source);
    const { from, end } = this.#rowsInSight(source, cell);
    for (const [row, { element }] of this.#drawn) {
      if (row >= from && row < end) continue;
      element.remove();
      this.#drawn.delete(row);
    }
    this.#window.style.setProperty("top", `${(from - source.firstRow) * cell.heightPx}px`);
    let place: ChildNode | null = this.#window.firstChild;
    for (let row = from; row < end; row++) {
      const element = this.#drawnRow(row, { source, view });
      if (element === place) place = element.nextSibling;
      else this.#window.insertBefore(element, place);
    }
    this.#placeCursor(view.cursor, { source, cell });
  }

  #rowsInSight(
    source: RowSource,
    { heightPx }: CellSize,
  ): { readonly from: number; readonly end: number } {
    const { scrollTop, clientHeight } = this.scroller;
    const top = source.firstRow + Math.floor(scrollTop / heightPx);
    const bottom = top + Math.ceil(clientHeight / heightPx) + 1;
    const overscan = this.#isFollowing ? FOLLOWING_OVERSCAN_ROWS : OVERSCAN_ROWS;
    return {
      from: Math.max(source.firstRow, top - overscan),
      end: Math.min(source.endRow, bottom + overscan),
    };
  }

  #drawnRow(
    number: number,
    { source, view }: { readonly source: RowSource; readonly view: RowListView },
  ): HTMLElement {
    const row = source.readRow(number);
    const matches = view.matchesInRow(number);
    const addresses = findAddresses(source, number);
    const links = addresses.map(({ from, end, href }) => `${from},${end},${href}`);
    const marks = matches.map(({ from, end, isCurrent }) => `${from},${end},${isCurrent}`);
    const goesOn = source.readRow(number + 1).isWrapped;
    const key = [rowKey(row), goesOn, ...links, "", ...marks].join("\u0001");
    const drawn = this.#drawn.get(number);
    if (drawn?.key === key) return drawn.element;
    const element = drawn?.element ?? document.createElement("div");
    element.className = row.gapBytes > 0 ? "row gap" : "row";
    this.#palette ??= readPalette(this.#space);
    drawRow(element, row, { palette: this.#palette, overlays: { addresses, matches } });
    if (goesOn) element.append(createSoftBreak());
    if (row.gapBytes > 0) element.prepend(createGapLabel(view.describeGap(row.gapBytes)));
    this.#drawn.set(number, { element, key });
    return element;
  }

  #placeCursor(
    cursor: Cursor | null,
    { source, cell }: { readonly source: RowSource; readonly cell: CellSize },
  ): void {
    this.#cursor.hidden = cursor === null;
    if (cursor === null) return;
    const top = (cursor.row - source.firstRow) * cell.heightPx;
    this.#cursor.style.setProperty("top", `${top}px`);
    this.#cursor.style.setProperty("left", `${cursor.col}ch`);
  }

  #dropRows(): void {
    this.#drawn.clear();
    this.#window.replaceChildren();
  }
}

/** A cell is measured as part of so many: its width is a fraction of a pixel. */
const PROBE_CELLS = 40;

function createGapLabel(label: string): HTMLElement {
  const element = document.createElement("span");
  element.className = "gap-label";
  element.dataset["label"] = label;
  element.ariaLabel = label;
  element.role = "note";
  return element;
}
