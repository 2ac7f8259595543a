import type { GridRow } from "../emulator/grid-row.ts";
import type { RowSource } from "./row-source.ts";

/** The rows of `source` as they are now, each read once however often it is asked for. To be thrown away soon. */
export function cacheRows(source: RowSource): RowSource {
  const { firstRow, endRow } = source;
  const read = new Map<number, GridRow>();
  return {
    firstRow,
    endRow,
    readRow: (number) => {
      const known = read.get(number);
      if (known !== undefined) return known;
      const row = source.readRow(number);
      read.set(number, row);
      return row;
    },
  };
}
