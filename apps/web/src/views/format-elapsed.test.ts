import { describe, expect, it } from "vitest";
import { EN } from "../text/en.ts";
import { formatElapsed } from "./format-elapsed.ts";

describe("a time that passes", () => {
  it.each([
    [0, "0 s"],
    [-5, "0 s"],
    [999, "0 s"],
    [59_999, "59 s"],
    [65_000, "1 min 05 s"],
    [3_599_000, "59 min 59 s"],
    [3_720_000, "1 h 02 min"],
    [90_000_000, "25 h 00 min"],
  ])("of %i ms is %s", (elapsedMs, text) => {
    expect(formatElapsed(elapsedMs, EN)).toBe(text);
  });
});
