import { expect, it, vi } from "vitest";
import { rowOfText } from "../../test/support/rows-of-text.ts";
import { cacheRows } from "./cached-rows.ts";

it("cached rows are read once each, and are those of the source", () => {
  const readRow = vi.fn<(row: number) => ReturnType<typeof rowOfText>>((row) =>
    rowOfText(`row ${row}`),
  );
  const cached = cacheRows({ firstRow: 3, endRow: 9, readRow });
  expect([cached.firstRow, cached.endRow]).toEqual([3, 9]);
  expect([cached.readRow(4), cached.readRow(5), cached.readRow(4)]).toEqual([
    rowOfText("row 4"),
    rowOfText("row 5"),
    rowOfText("row 4"),
  ]);
  expect(readRow.mock.calls).toEqual([[4], [5]]);
});
