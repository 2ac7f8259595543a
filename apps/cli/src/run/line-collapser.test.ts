import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineCollapser } from "./line-collapser.ts";

function collapse(...texts: readonly string[]): string {
  const subject = createLineCollapser();
  return texts.map((text) => subject.push(text)).join("") + subject.flush();
}

describe("createLineCollapser", () => {
  it("case 112: turns a progress bar into its last state", () => {
    expect(collapse("0%\r50%\r100%\ndone\n")).toBe("100%\ndone\n");
  });

  it("makes one line end of a carriage return and a line feed, in one chunk or two", () => {
    expect(collapse("a\r\nb\r\n")).toBe("a\nb\n");
    expect(collapse("a\r", "\nb")).toBe("a\nb");
    expect(collapse("a\r\r\n")).toBe("a\n");
  });

  it("applies backspaces", () => {
    expect(collapse("ab\bc\n")).toBe("ac\n");
  });

  it("prints a finished line at once and the rest at the end", () => {
    const subject = createLineCollapser();
    expect(subject.push("tick 1\ntick")).toBe("tick 1\n");
    expect(subject.push(" 2")).toBe("");
    expect(subject.flush()).toBe("tick 2");
  });

  it("holds no more than a bounded line", () => {
    const subject = createLineCollapser();
    let printed = 0;
    for (let n = 0; n < 100; n++) printed += subject.push("x".repeat(10_000)).length;
    expect(1_000_000 - printed).toBeLessThanOrEqual(75_000);
  });

  it("leaves text without carriage returns as it is, in any chunks", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom("a", "\n", "é") })), (texts) => {
        expect(collapse(...texts)).toBe(texts.join(""));
      }),
    );
  });
});
