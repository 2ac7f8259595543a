import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rowOfText } from "../../test/support/rows-of-text.ts";
import type { GridRow } from "../emulator/grid-row.ts";
import { rowPieces } from "./row-pieces.ts";

const none = { addresses: [], matches: [] };
const colored = (parts: readonly [text: string, fg: number][]): GridRow => ({
  spans: parts.map(([text, fg]) => ({ text, fg, bg: -1, flags: 0, cells: null, href: null })),
  isWrapped: false,
  gapBytes: 0,
});

describe("the pieces of a row", () => {
  it("are its spans when nothing lies over them", () => {
    const row = colored([
      ["ab", 1],
      ["cd", 2],
    ]);
    expect(rowPieces(row, none).map(({ text, span }) => [text, span.fg])).toEqual([
      ["ab", 1],
      ["cd", 2],
    ]);
    expect(rowPieces(rowOfText(""), none)).toEqual([]);
  });

  it("are cut where a match begins and ends, also over several spans", () => {
    const row = colored([
      ["abc", 1],
      ["def", 2],
    ]);
    const matches = [{ row: 0, from: 2, end: 4, isCurrent: true }];
    expect(
      rowPieces(row, { addresses: [], matches }).map(({ text, match }) => [text, match]),
    ).toEqual([
      ["ab", null],
      ["c", "current"],
      ["d", "current"],
      ["ef", null],
    ]);
  });

  it("lead where the text says, not where the program put it", () => {
    const row: GridRow = {
      ...rowOfText(""),
      spans: [
        {
          text: "https://good.example/",
          fg: -1,
          bg: -1,
          flags: 0,
          cells: null,
          href: "https://evil.example/",
        },
        { text: " more", fg: -1, bg: -1, flags: 0, cells: null, href: "https://evil.example/" },
      ],
    };
    const addresses = [{ row: 0, from: 0, end: 21, href: "https://good.example/" }];
    expect(rowPieces(row, { addresses, matches: [] }).map(({ href }) => href)).toEqual([
      "https://good.example/",
      "https://evil.example/",
    ]);
  });

  it("are the text of the row again, whatever lies over it", () => {
    const range = fc.tuple(fc.nat(12), fc.nat(12)).map(([a, b]) => ({
      row: 0,
      from: Math.min(a, b),
      end: Math.max(a, b),
      isCurrent: false,
    }));
    const parts = fc.array(fc.tuple(fc.string({ maxLength: 5 }), fc.nat(3)), { maxLength: 4 });
    fc.assert(
      fc.property(parts, fc.array(range, { maxLength: 4 }), (spans, matches) => {
        const pieces = rowPieces(colored(spans), { addresses: [], matches });
        expect(pieces.map(({ text }) => text).join("")).toBe(spans.map(([text]) => text).join(""));
        expect(pieces.every(({ text }) => text !== "")).toBe(true);
      }),
    );
  });
});
