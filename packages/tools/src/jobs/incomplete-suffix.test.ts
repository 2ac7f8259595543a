import { describe, expect, it } from "vitest";
import { incompleteSuffix } from "./incomplete-suffix.ts";

const suffixOf = (text: string): number => incompleteSuffix(new TextEncoder().encode(text));

describe("the end of an output", () => {
  it.each([
    "",
    "a",
    "a\n",
    "ä",
    "a\u001B[31m",
    "a\u001B[2Kb",
    "a\u001B]0;t\u0007",
    "a\u001B7",
    "a\u001B(B",
  ])("as in %j is whole", (text) => {
    expect(suffixOf(text)).toBe(0);
  });

  it.each([
    ["a\r", 1],
    ["a\r\r", 2],
    ["a\u001B", 1],
    ["a\u001B[", 2],
    ["a\u001B[?25", 5],
    ["a\u001B[1;31", 6],
    ["a\u001B(", 2],
    ["a\u001B]0;title", 9],
    ["a\u001B]0;title\u001B", 10],
    ["a\u001BPq", 3],
  ])("as in %j says nothing until more comes", (text, bytes) => {
    expect(suffixOf(text)).toBe(bytes);
  });

  it("may be a part of a character", () => {
    for (const cut of [1, 2, 3]) {
      expect(incompleteSuffix(new TextEncoder().encode("a😀").subarray(0, 1 + cut))).toBe(cut);
    }
  });
});
