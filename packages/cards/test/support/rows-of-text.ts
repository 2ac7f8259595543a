import { DEFAULT_COLOR, type GridRow } from "../../src/emulator/grid-row.ts";
import type { RowSource } from "../../src/rows/row-source.ts";

/** A row of plain text; one that begins with `>` goes on from the row above. */
export function rowOfText(text: string): GridRow {
  const isWrapped = text.startsWith(">");
  const span = {
    text: isWrapped ? text.slice(1) : text,
    fg: DEFAULT_COLOR,
    bg: DEFAULT_COLOR,
    flags: 0,
    cells: null,
    href: null,
  };
  return { spans: span.text === "" ? [] : [span], isWrapped, gapBytes: 0 };
}

/** Rows of plain text, the first one with the number `firstRow`. */
export function rowsOfText(texts: readonly string[], firstRow = 0): RowSource {
  return {
    firstRow,
    endRow: firstRow + texts.length,
    readRow: (row) => rowOfText(texts[row - firstRow] ?? ""),
  };
}
