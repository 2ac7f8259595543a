import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { longestOverlap } from "./longest-overlap.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The definition, tried from the longest on. */
function tryAll(shown: string, next: string): number {
  let length = Math.min(shown.length, next.length);
  while (!shown.endsWith(next.slice(0, length))) length--;
  return length;
}

describe("longestOverlap", () => {
  it.each([
    ["", "", 0],
    ["abc", "", 0],
    ["", "abc", 0],
    ["abc", "abc", 3],
    ["abc", "cde", 1],
    ["abc", "xyz", 0],
    ["aaa", "aaaa", 3],
    ["abcabc", "abcabcabc", 6],
    ["xab", "abxab", 2],
  ])("of %j and %j is %i", (shown, next, length) => {
    expect(longestOverlap(bytes(shown), bytes(next))).toBe(length);
  });

  it("is the longest there is", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 });
    fc.assert(
      fc.property(text, text, (shown, next) => {
        expect(longestOverlap(bytes(shown), bytes(next))).toBe(tryAll(shown, next));
      }),
      { numRuns: 2000 },
    );
  });

  it("is found in linear time in what repeats itself", () => {
    const shown = new Uint8Array(1024 * 1024).fill(97);
    const next = new Uint8Array(1024 * 1024).fill(97);
    next[next.length - 1] = 98;
    expect(longestOverlap(shown, next)).toBe(next.length - 1);
  });
});
