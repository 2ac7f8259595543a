import type { GridRow } from "../emulator/grid-row.ts";
import type { RowSource } from "./row-source.ts";

const EMPTY_ROW: GridRow = { spans: [], isWrapped: false, gapBytes: 0 };

/** All rows of `source` as plain data, so that it can go. They keep their numbers. */
export function freezeRows(source: RowSource): RowSource {
  const { firstRow, endRow } = source;
  const rows = Array.from({ length: endRow - firstRow }, (_, index) =>
    source.readRow(firstRow + index),
  );
  return { firstRow, endRow, readRow: (row) => rows[row - firstRow] ?? EMPTY_ROW };
}
