import { rowText } from "../emulator/grid-row.ts";
import type { RowSource } from "./row-source.ts";

/** A line as it was printed, over the rows it takes. */
export interface LogicalLine {
  readonly firstRow: number;
  /** The text of each row, at least one. */
  readonly texts: readonly string[];
}

/** Part of a row's text. */
export interface TextRange {
  readonly row: number;
  readonly from: number;
  readonly end: number;
}

/** A line without an end stays cheap: it is cut into pieces of so many rows. */
const MAX_LINE_ROWS = 64;

/** The line that begins at `firstRow`, or goes on there when the one before was cut. */
export function readLogicalLine(source: RowSource, firstRow: number): LogicalLine {
  const texts = [rowText(source.readRow(firstRow))];
  for (let row = firstRow + 1; row < source.endRow && texts.length < MAX_LINE_ROWS; row++) {
    const next = source.readRow(row);
    if (!next.isWrapped) break;
    texts.push(rowText(next));
  }
  return { firstRow, texts };
}

/** The row where the line that `row` belongs to begins. */
export function lineStart(source: RowSource, row: number): number {
  let start = row;
  while (start > source.firstRow && row - start < MAX_LINE_ROWS) {
    if (!source.readRow(start).isWrapped) break;
    start--;
  }
  return start;
}

/** Where the part `from` to `end` of the joined text lies in the rows. */
export function rangesInRows(
  { firstRow, texts }: LogicalLine,
  part: { readonly from: number; readonly end: number },
): readonly TextRange[] {
  const ranges: TextRange[] = [];
  let offset = 0;
  for (const [index, text] of texts.entries()) {
    const from = Math.max(part.from - offset, 0);
    const end = Math.min(part.end - offset, text.length);
    if (from < end) ranges.push({ row: firstRow + index, from, end });
    offset += text.length;
  }
  return ranges;
}
