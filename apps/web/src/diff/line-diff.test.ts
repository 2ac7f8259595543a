import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffLines, type DiffRow } from "./line-diff.ts";

const MARKS = { same: " ", removed: "-", added: "+" } as const;
const draw = (rows: readonly DiffRow[]) =>
  rows.map((row) =>
    row.kind === "gap"
      ? `@ ${row.lines}`
      : `${MARKS[row.kind]}${row.oldLine ?? ""}:${row.newLine ?? ""} ${row.text}`,
  );
const lines = (count: number, prefix = "l") =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}\n`).join("");

describe("a diff", () => {
  it("pairs what stayed and numbers both sides", () => {
    const { rows, added, removed } = diffLines("a\nb\nc\n", "a\nx\nc\nd\n");
    expect(draw(rows)).toEqual([" 1:1 a", "-2: b", "+:2 x", " 3:3 c", "+:4 d"]);
    expect([added, removed]).toEqual([2, 1]);
  });

  it("of a new file adds every line", () => {
    expect(draw(diffLines("", "a\nb").rows)).toEqual(["+:1 a", "+:2 b"]);
  });

  it("of a file that was emptied removes every line", () => {
    expect(draw(diffLines("a\nb\n", "").rows)).toEqual(["-1: a", "-2: b"]);
  });

  it("leaves out what is far from any difference", () => {
    const before = lines(20);
    const { rows } = diffLines(before, before.replace("l10\n", "x\n"));
    expect(draw(rows)).toEqual([
      "@ 7",
      " 8:8 l7",
      " 9:9 l8",
      " 10:10 l9",
      "-11: l10",
      "+:11 x",
      " 12:12 l11",
      " 13:13 l12",
      " 14:14 l13",
      "@ 6",
    ]);
  });

  it("of equal files is one gap", () => {
    expect(diffLines("a\nb\n", "a\nb\n")).toEqual({
      rows: [{ kind: "gap", lines: 2 }],
      added: 0,
      removed: 0,
    });
    expect(diffLines("", "").rows).toEqual([]);
  });

  it("of two files with nothing in common removes all and adds all, however long they are", () => {
    const { added, removed } = diffLines(lines(3_000, "a"), lines(2_000, "b"));
    expect([added, removed]).toEqual([2_000, 3_000]);
  });

  const file = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });

  it("gives each side back in order, whatever they are", () => {
    fc.assert(
      fc.property(file, file, (before, after) => {
        const [oldText, newText] = [before, after].map((each) =>
          each.map((l) => `${l}\n`).join(""),
        );
        const { rows } = diffLines(oldText ?? "", newText ?? "");
        for (const row of rows) {
          if (row.kind === "gap") continue;
          const oldLine = row.oldLine === null ? row.text : before[row.oldLine - 1];
          const newLine = row.newLine === null ? row.text : after[row.newLine - 1];
          expect([oldLine, newLine]).toEqual([row.text, row.text]);
        }
        const size = (side: "oldLine" | "newLine") =>
          rows.reduce((sum, row) => {
            if (row.kind === "gap") return sum + row.lines;
            return sum + (row[side] === null ? 0 : 1);
          }, 0);
        expect([size("oldLine"), size("newLine")]).toEqual([before.length, after.length]);
      }),
    );
  });
});
