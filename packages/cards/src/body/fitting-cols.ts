import type { RowList } from "../rows/row-list.ts";

/** Columns of output that has no terminal of its own fit the card, within these. */
const MIN_COLS = 40;
const MAX_COLS = 240;

/** How many columns fit where rows are shown, worked out once for each size of that place. */
export class FittingCols {
  readonly #list: RowList;
  #cols: number | null = null;

  constructor(list: RowList) {
    this.#list = list;
  }

  /** Null while it is not on the page. */
  read(): number | null {
    if (this.#cols !== null) return this.#cols;
    const cell = this.#list.readCellSize();
    if (cell === null) return null;
    const { scroller } = this.#list;
    const { paddingLeft, paddingRight } = getComputedStyle(scroller);
    const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
    const cols = Math.floor((scroller.clientWidth - padding) / cell.widthPx);
    this.#cols = Math.min(MAX_COLS, Math.max(MIN_COLS, cols));
    return this.#cols;
  }

  /** The place may have another size. */
  forget(): void {
    this.#cols = null;
  }
}
