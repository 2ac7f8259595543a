import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toVisibleLines, toVisibleText } from "./visible-text.ts";

describe("toVisibleText", () => {
  it("writes out escape sequences, line ends and text-turning marks", () => {
    expect(toVisibleText("rm\u001b[2K x\r\n\u202Etxt.exe\u200b")).toBe(
      "rm\\x1b[2K x\\r\\n\\u202etxt.exe\\u200b",
    );
  });

  it("tells a written-out escape from a real one", () => {
    expect(toVisibleText("\\n")).not.toBe(toVisibleText("\n"));
  });

  it("leaves ordinary text of any script alone", () => {
    expect(toVisibleText("grep -r 'größe 尺寸 📏' .")).toBe("grep -r 'größe 尺寸 📏' .");
  });

  it("gives different texts different readings", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (one, other) => {
        fc.pre(one !== other);
        expect(toVisibleText(one)).not.toBe(toVisibleText(other));
      }),
    );
  });
});

describe("toVisibleLines", () => {
  it("keeps lines and tabs and writes out the rest", () => {
    expect(toVisibleLines("a\n\tb\u0007\\")).toBe("a\n\tb\\x07\\");
  });
});
