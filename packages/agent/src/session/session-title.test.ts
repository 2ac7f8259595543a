import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toSessionTitle } from "./session-title.ts";

describe("a session's title", () => {
  it.each([
    ["npm test", "npm test"],
    ["\n\n  first \r\nsecond", "first"],
    ["a\tb", "a b"],
    ["\u202eabc", "abc"],
    ["x".repeat(200), `${"x".repeat(100)}…`],
    ["😀".repeat(101), `${"😀".repeat(100)}…`],
  ])("of %j is %j", (prompt, title) => {
    expect(toSessionTitle(prompt)).toBe(title);
  });

  it.each(["", " \n\t", "\u200b"])("is none for %j", (prompt) => {
    expect(toSessionTitle(prompt)).toBeNull();
  });

  it("is one bounded line, whatever the prompt", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (prompt) => {
        expect(toSessionTitle(prompt) ?? "x").toMatch(/^[^\p{Cc}\p{Cf}]{1,101}$/u);
      }),
    );
  });
});
