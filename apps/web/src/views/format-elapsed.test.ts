import { describe, expect, it } from "vitest";
import { formatElapsed } from "./format-elapsed.ts";

describe("a time that passes", () => {
  it.each([
    [0, "0s"],
    [-5, "0s"],
    [999, "0s"],
    [59_999, "59s"],
    [65_000, "1m 05s"],
    [3_599_000, "59m 59s"],
    [3_720_000, "1h 02m"],
    [90_000_000, "25h 00m"],
  ])("of %i ms is %s", (elapsedMs, text) => {
    expect(formatElapsed(elapsedMs)).toBe(text);
  });
});
