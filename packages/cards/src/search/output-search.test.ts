import { describe, expect, it } from "vitest";
import { rowsOfText } from "../../test/support/rows-of-text.ts";
import { createOutputSearch } from "./output-search.ts";

describe("a search in output", () => {
  it("begins at the match nearest the end, and goes round", () => {
    const search = createOutputSearch();
    search.refresh(rowsOfText(["x", "a x", "x"]));
    search.find("x");
    expect([search.at, search.total, search.row]).toEqual([3, 3, 2]);
    search.step(1);
    expect(search.at).toBe(1);
    search.step(-1);
    expect(search.at).toBe(3);
  });

  it("says where to mark what", () => {
    const search = createOutputSearch();
    search.refresh(rowsOfText(["x x"]));
    search.find("x");
    expect(search.matchesInRow(0)).toEqual([
      { row: 0, from: 0, end: 1, isCurrent: false },
      { row: 0, from: 2, end: 3, isCurrent: true },
    ]);
    expect(search.matchesInRow(1)).toEqual([]);
  });

  it("stays at its match while output grows", () => {
    const search = createOutputSearch();
    search.refresh(rowsOfText(["x", "x"]));
    search.find("x");
    search.step(-1);
    search.refresh(rowsOfText(["x", "x", "x"]));
    expect([search.at, search.total]).toEqual([1, 3]);
  });

  it("is over when nothing is looked for, and steps nowhere when nothing matches", () => {
    const search = createOutputSearch();
    search.refresh(rowsOfText(["x"]));
    search.find("y");
    search.step(1);
    expect([search.at, search.total, search.row]).toEqual([0, 0, null]);
    search.find("");
    search.refresh(null);
    expect(search.total).toBe(0);
  });
});
