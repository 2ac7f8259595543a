import { describe, expect, it, vi } from "vitest";
import { rowOfText, rowsOfText } from "../../test/support/rows-of-text.ts";
import { rowText } from "../emulator/grid-row.ts";
import { freezeRows } from "./frozen-rows.ts";
import type { RowSource } from "./row-source.ts";

describe("frozen rows", () => {
  it("keep their text and their numbers when the source is gone", () => {
    const texts = ["a", ">b", "c"];
    const onFrozen = vi.fn<(rows: RowSource) => void>();
    freezeRows(rowsOfText(texts, 100), onFrozen);
    texts.length = 0;
    const frozen = onFrozen.mock.lastCall?.[0];
    expect([frozen?.firstRow, frozen?.endRow]).toEqual([100, 103]);
    const kept = [100, 101, 102].map((row) => frozen?.readRow(row) ?? rowOfText("none"));
    expect(kept.map(rowText)).toEqual(["a", "b", "c"]);
    expect(kept.map(({ isWrapped }) => isWrapped)).toEqual([false, true, false]);
  });

  it("are empty where there are none", () => {
    const onFrozen = vi.fn<(rows: RowSource) => void>();
    freezeRows(rowsOfText(["a"], 5), onFrozen);
    const frozen = onFrozen.mock.lastCall?.[0];
    expect([frozen?.readRow(4), frozen?.readRow(6)]).toEqual([rowOfText(""), rowOfText("")]);
  });

  it("are read in slices when they are many, every one once", async () => {
    const texts = Array.from({ length: 3000 }, (_, index) => `row ${index}`);
    const onFrozen = vi.fn<(rows: RowSource) => void>();
    freezeRows(rowsOfText(texts), onFrozen);
    expect(onFrozen).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(onFrozen).toHaveBeenCalledTimes(1), { timeout: 10_000 });
    const frozen = onFrozen.mock.lastCall?.[0];
    const kept = texts.map((_, index) => frozen?.readRow(index) ?? rowOfText("none"));
    expect(kept.map(rowText)).toEqual(texts);
  });

  it("are not made any more once that was ended", async () => {
    const onFrozen = vi.fn<(rows: RowSource) => void>();
    const stop = freezeRows(rowsOfText(Array.from({ length: 3000 }, () => "x")), onFrozen);
    stop();
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    expect(onFrozen).not.toHaveBeenCalled();
  });
});
