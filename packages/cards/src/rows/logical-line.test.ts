import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rowsOfText } from "../../test/support/rows-of-text.ts";
import { lineStart, rangesInRows, readLogicalLine } from "./logical-line.ts";

const source = rowsOfText(["one", "two", ">goes", ">on", "end"], 10);

describe("a line", () => {
  it("is the rows up to the next end of a line", () => {
    expect(readLogicalLine(source, 11)).toEqual({ firstRow: 11, texts: ["two", "goes", "on"] });
    expect(readLogicalLine(source, 14)).toEqual({ firstRow: 14, texts: ["end"] });
  });

  it("begins where no row goes on", () => {
    expect([10, 11, 12, 13, 14].map((row) => lineStart(source, row))).toEqual([10, 11, 11, 11, 14]);
  });

  it("begins at the oldest row when its own beginning is gone", () => {
    expect(lineStart(rowsOfText([">left", ">over"], 7), 8)).toBe(7);
  });

  it("without an end is cut, so that it stays cheap", () => {
    const endless = rowsOfText(
      Array.from({ length: 5000 }, (_, index) => (index === 0 ? "a" : ">a")),
    );
    expect(readLogicalLine(endless, 0).texts.length).toBeLessThan(100);
    expect(4000 - lineStart(endless, 4000)).toBeLessThan(100);
  });
});

describe("a part of a line", () => {
  const line = { firstRow: 3, texts: ["abc", "", "defg"] };

  it.each([
    [{ from: 0, end: 2 }, [{ row: 3, from: 0, end: 2 }]],
    [
      { from: 2, end: 5 },
      [
        { row: 3, from: 2, end: 3 },
        { row: 5, from: 0, end: 2 },
      ],
    ],
    [{ from: 3, end: 7 }, [{ row: 5, from: 0, end: 4 }]],
    [{ from: 2, end: 2 }, []],
  ])("%j lies in the rows %j", (part, ranges) => {
    expect(rangesInRows(line, part)).toEqual(ranges);
  });

  it("is as long in its rows as in the line", () => {
    const texts = fc.array(fc.string({ maxLength: 6 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(texts, fc.nat(50), fc.nat(50), (rows, a, b) => {
        const length = rows.join("").length;
        const from = Math.min(a, b, length);
        const end = Math.min(Math.max(a, b), length);
        const ranges = rangesInRows({ firstRow: 0, texts: rows }, { from, end });
        const joined = ranges
          .map((range) => rows[range.row]?.slice(range.from, range.end))
          .join("");
        expect(joined).toBe(rows.join("").slice(from, end));
      }),
    );
  });
});
