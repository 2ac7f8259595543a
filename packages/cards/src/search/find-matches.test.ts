import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rowsOfText } from "../../test/support/rows-of-text.ts";
import { findMatches } from "./find-matches.ts";

describe("a search", () => {
  it("finds every place, in order, whatever the case", () => {
    expect(findMatches(rowsOfText(["Error one", "no", "an error ERROR"], 4), "error")).toEqual([
      [{ row: 4, from: 0, end: 5 }],
      [{ row: 6, from: 3, end: 8 }],
      [{ row: 6, from: 9, end: 14 }],
    ]);
  });

  it("finds what is wrapped over the end of a row, and not what stands on two lines", () => {
    expect(findMatches(rowsOfText(["see exa", ">mple", "exa", "mple"]), "example")).toEqual([
      [
        { row: 0, from: 4, end: 7 },
        { row: 1, from: 0, end: 4 },
      ],
    ]);
  });

  it("for nothing finds nothing", () => {
    expect(findMatches(rowsOfText(["a"]), "")).toEqual([]);
  });

  it("takes no letter for a pattern", () => {
    expect(findMatches(rowsOfText(["a.c abc"]), "a.c")).toHaveLength(1);
  });

  it("ends after very many", () => {
    const rows = rowsOfText(Array.from({ length: 3000 }, () => "aaaaaaaaaa"));
    expect(findMatches(rows, "a").length).toBeLessThan(11_000);
  });

  it("finds what is there, and it is what was looked for", () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom("a", "b", ">"), maxLength: 6 }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        texts,
        fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 3 }),
        (rows, query) => {
          for (const match of findMatches(rowsOfText(rows), query)) {
            const found = match.map(({ row, from, end }) => {
              const text = rows[row] ?? "";
              return (text.startsWith(">") ? text.slice(1) : text).slice(from, end);
            });
            expect(found.join("")).toBe(query);
          }
        },
      ),
    );
  });
});
