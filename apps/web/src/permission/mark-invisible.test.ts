import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markInvisible } from "./mark-invisible.ts";

describe("a command that a person decides about", () => {
  it("is one run when all of it is seen, line ends and tabs included", () => {
    const text = 'echo "a\tb" \\x1b\necho 日本 🚀';
    expect(markInvisible(text)).toEqual([{ text, isInvisible: false }]);
    expect(markInvisible("")).toEqual([]);
  });

  it("has what is not seen in runs of its own (case 195)", () => {
    expect(markInvisible("ls\u001b[2K\u202erm\r")).toEqual([
      { text: "ls", isInvisible: false },
      { text: "\\x1b", isInvisible: true },
      { text: "[2K", isInvisible: false },
      { text: "\\u202e", isInvisible: true },
      { text: "rm", isInvisible: false },
      { text: "\\r", isInvisible: true },
    ]);
  });

  it("keeps all that is seen, in order, and nothing that is not", () => {
    const seen = fc.string({ unit: fc.constantFrom("a", "\\", "\n", "\t", "é", "日", "😀") });
    const unseen = fc.constantFrom("\u0000", "\u001b", "\u009b", "\u200b", "\u202e", "\u2066");
    fc.assert(
      fc.property(fc.array(fc.tuple(seen, unseen)), (pairs) => {
        const runs = markInvisible(pairs.flat().join(""));
        const shown = runs.filter(({ isInvisible }) => !isInvisible);
        expect(shown.map(({ text }) => text).join("")).toBe(pairs.map(([text]) => text).join(""));
        expect(runs.length - shown.length).toBe(pairs.length);
      }),
    );
  });
});
