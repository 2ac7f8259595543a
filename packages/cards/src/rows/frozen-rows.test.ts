import { expect, it } from "vitest";
import { rowOfText, rowsOfText } from "../../test/support/rows-of-text.ts";
import { rowText } from "../emulator/grid-row.ts";
import { freezeRows } from "./frozen-rows.ts";

it("frozen rows keep their text and their numbers when the source is gone", () => {
  const texts = ["a", ">b", "c"];
  const frozen = freezeRows(rowsOfText(texts, 100));
  texts.length = 0;
  expect([frozen.firstRow, frozen.endRow]).toEqual([100, 103]);
  expect([100, 101, 102].map((row) => rowText(frozen.readRow(row)))).toEqual(["a", "b", "c"]);
  expect(frozen.readRow(101).isWrapped).toBe(true);
});

it("frozen rows are empty where there are none", () => {
  const frozen = freezeRows(rowsOfText(["a"], 5));
  expect(frozen.readRow(4)).toEqual(rowOfText(""));
  expect(frozen.readRow(6)).toEqual(rowOfText(""));
});
