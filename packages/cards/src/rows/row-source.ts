import type { GridRow } from "../emulator/grid-row.ts";

/** Numbered rows to draw: those of an emulator, or what is left of one. */
export interface RowSource {
  readonly firstRow: number;
  /** Number after the last row. */
  readonly endRow: number;
  /** The row of that number; an empty one outside of the range. */
  readRow(row: number): GridRow;
}
