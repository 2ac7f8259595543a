import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHINESE } from "../text/chinese.ts";
import { ENGLISH } from "../text/english.ts";
import { formatElapsed } from "./elapsed.ts";

describe("a duration that is over", () => {
  it.each([
    [0, "0 ms"],
    [41.7, "41 ms"],
    [999, "999 ms"],
    [1000, "1.0 s"],
    [9949, "9.9 s"],
    [9960, "10 s"],
    [59_400, "59 s"],
    [59_600, "1 min 00 s"],
    [125_000, "2 min 05 s"],
    [3_599_600, "1 h 00 min"],
    [3_723_000, "1 h 02 min"],
  ])("of %i ms reads %s", (ms, words) => {
    expect(formatElapsed(ms, false, ENGLISH)).toBe(words);
  });
});

describe("a duration that goes on", () => {
  it.each([
    [0, "0 s"],
    [1999, "1 s"],
    [59_999, "59 s"],
    [60_000, "1 min 00 s"],
  ])("of %i ms reads %s", (ms, words) => {
    expect(formatElapsed(ms, true, ENGLISH)).toBe(words);
  });

  it("is never negative, when the clocks of two machines differ", () => {
    expect(formatElapsed(-5000, true, ENGLISH)).toBe("0 s");
  });

  it("never shows sixty of anything", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), fc.boolean(), (ms, isRunning) => {
        expect(formatElapsed(ms, isRunning, ENGLISH)).not.toMatch(/\b60 (?:s|min)/u);
      }),
    );
  });
});

it("a duration is told in the language of the card", () => {
  expect(formatElapsed(125_000, false, CHINESE)).toBe("2 分 05 秒");
});
