import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createControlFilter } from "./control-filter.ts";

function filter(text: string, keepColours: boolean, cut = text.length): string {
  const bytes = new TextEncoder().encode(text);
  const subject = createControlFilter(keepColours);
  return (
    subject.filter(bytes.subarray(0, cut)) + subject.filter(bytes.subarray(cut)) + subject.flush()
  );
}

describe("createControlFilter", () => {
  it("keeps colours and erase-in-line for a terminal", () => {
    const text = "\u001b[1;31mred\u001b[0m 10%\r\u001b[K20%\n";
    expect(filter(text, true)).toBe(text);
  });

  it("drops colours for plain output", () => {
    expect(filter("\u001b[38;5;196mred\u001b[m\n", false)).toBe("red\n");
  });

  it.each([
    ["a window title", "\u001b]0;owned\u0007"],
    ["a clipboard write", "\u001b]52;c;ZWNobyBoaQ==\u001b\\"],
    ["a link", "\u001b]8;;https://x\u001b\\"],
    ["a device query", "\u001b[c\u001b[6n\u001bZ"],
    ["cursor moves", "\u001b[2J\u001b[10;10H\u001b[5A"],
    ["a device control string", "\u001bP+q544e\u001b\\"],
    ["the alternate screen", "\u001b[?1049h"],
    ["a private colour mode", "\u001b[>4;2m"],
    ["a charset switch", "\u001b(0"],
    ["a bell and a NUL", "\u0007\u0000"],
    ["an eight-bit control", "\u009b31m".slice(0, 1)],
  ])("drops %s", (_name, sequence) => {
    expect(filter(`a${sequence}b`, true)).toBe("ab");
    expect(filter(`a${sequence}b`, false)).toBe("ab");
  });

  it("case 115: gives the same wherever a sequence or a character is cut", () => {
    const text = "é\u001b[31m📏\u001b]0;t\u001b\\x\u001b[0m\r\n";
    const length = new TextEncoder().encode(text).length;
    for (let cut = 0; cut <= length; cut++) {
      expect(filter(text, true, cut)).toBe(filter(text, true));
    }
  });

  it("comes back from a string sequence nobody ends", () => {
    expect(filter(`\u001b]0;${"x".repeat(10_000)}\nafter\n`, true)).toContain("after\n");
  });

  it("never lets out an escape that is not a colour or an erase", () => {
    const piece = fc.constantFrom(
      "\u001b",
      "[",
      "]",
      "31",
      ";",
      "m",
      "K",
      "A",
      "P",
      "\\",
      "\u0007",
      "x",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const out = filter(pieces.join(""), true);
        // oxlint-disable-next-line no-control-regex -- escapes are what this is about
        expect(out.replace(/\u001b\[[\d;:]*[mK]/g, "")).not.toContain("\u001b");
      }),
    );
  });
});
