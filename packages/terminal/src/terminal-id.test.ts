import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TerminalError } from "./terminal-error.ts";
import { createTerminalId, toTerminalId } from "./terminal-id.ts";

/** The id, or the code of the error. */
function accept(value: string): string {
  try {
    return toTerminalId(value);
  } catch (error) {
    return TerminalError.is(error) ? error.code : "another error";
  }
}

describe("a terminal id", () => {
  it("is any printable string of 1 to 256 characters, unchanged", () => {
    for (const value of ["a", "call_8aQ-x/1.2:3", "日本 語", "x".repeat(256)]) {
      expect(toTerminalId(value)).toBe(value);
    }
  });

  it.each([
    ["nothing", ""],
    ["more than 256 characters", "x".repeat(257)],
    ["a line feed", "a\nb"],
    ["NUL", "\u0000"],
    ["the last of C0", "a\u001f"],
    ["DEL", "a\u007f"],
    ["the first of C1", "a\u0080"],
    ["a one-character control sequence introducer", "\u009b31m"],
    ["the last of C1", "\u009f"],
  ])("is not %s", (_, value) => {
    expect(() => toTerminalId(value)).toThrow(
      expect.objectContaining({ code: "invalid-id", facts: { value: value.slice(0, 256) } }),
    );
  });

  it("may hold the characters next to the control characters", () => {
    for (const value of [" ", "~", "\u00a0"]) expect(toTerminalId(value)).toBe(value);
  });

  it("is refused with what was expected and what came, its control characters written out", () => {
    const value = `\u001b[31m\u009b${"y".repeat(300)}`;
    expect(() => toTerminalId(value)).toThrow(
      `terminal id: expected 1 to 256 printable characters, got "\\x1b[31m\\x9b${"y".repeat(74)}"`,
    );
  });

  it("is accepted or refused, and nothing else, for any string", () => {
    const unit = fc.oneof(
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
      fc.integer({ min: 0, max: 0xa1 }).map((code) => String.fromCharCode(code)),
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 5 }), (value) => {
        const isPrintable = value.length >= 1 && !/\p{Cc}/u.test(value);
        expect(accept(value)).toBe(isPrintable ? value : "invalid-id");
      }),
      { numRuns: 500 },
    );
  });
});

describe("a made id", () => {
  it("is one that is accepted, says what it names, and is never made twice", () => {
    const ids = Array.from({ length: 100 }, createTerminalId);
    expect(new Set(ids).size).toBe(100);
    for (const id of ids) {
      expect(toTerminalId(id)).toBe(id);
      expect(id).toMatch(/^term_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/u);
    }
  });
});
