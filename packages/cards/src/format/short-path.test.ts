import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shortPath } from "./short-path.ts";

describe("a path made short", () => {
  it.each([
    ["/repo", "/repo"],
    ["/home/user/termwire/packages/cards/src", "…/user/termwire/packages/cards/src"],
    [
      String.raw`C:\Users\user\projects\termwire\packages`,
      String.raw`…\user\projects\termwire\packages`,
    ],
    [`/a/${"x".repeat(60)}`, `…/${"x".repeat(60)}`],
  ])("of %s is %s", (path, short) => {
    expect(shortPath(path)).toBe(short);
  });

  it("ends as the path does", () => {
    const path = fc.array(fc.stringMatching(/^[a-z]{1,12}$/u), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(path, (names) => {
        const whole = `/${names.join("/")}`;
        expect(whole.endsWith(shortPath(whole).replace(/^…/u, ""))).toBe(true);
      }),
    );
  });
});
