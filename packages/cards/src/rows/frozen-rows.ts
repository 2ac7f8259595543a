import type { GridRow } from "../emulator/grid-row.ts";
import type { RowSource } from "./row-source.ts";

const EMPTY_ROW: GridRow = { spans: [], isWrapped: false, gapBytes: 0 };

/** Read in one go, in a few milliseconds; clicks and frames come between. */
const SLICE_ROWS = 400;

/**
 * Makes plain data of all rows of `source`, so that it can go; they keep their numbers. Calls `onFrozen` when all are
 * read: at once for a few, otherwise slice by slice. The returned function ends that.
 */
export function freezeRows(source: RowSource, onFrozen: (rows: RowSource) => void): () => void {
  const { firstRow, endRow } = source;
  const rows: GridRow[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  const readSlice = (): void => {
    const from = firstRow + rows.length;
    for (let row = from; row < Math.min(endRow, from + SLICE_ROWS); row++) {
      rows.push(source.readRow(row));
    }
    if (firstRow + rows.length < endRow) {
      timer = setTimeout(readSlice);
      return;
    }
    onFrozen({ firstRow, endRow, readRow: (row) => rows[row - firstRow] ?? EMPTY_ROW });
  };
  readSlice();
  return () => {
    if (timer !== null) clearTimeout(timer);
  };
}
