import { expect, it } from "vitest";
import { firstLineEnd } from "./line-ends.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

it.each([
  ["", null, null],
  ["abc\r", null, null],
  ["a\nb\r\n", null, "feed"],
  ["a\r\nb\n", null, "return-feed"],
  ["\nb", 0x0d, "return-feed"],
  ["\nb", 0x61, "feed"],
  ["\nb", null, "feed"],
] as const)("the first line of %j after %j ends with %j", (text, before, ends) => {
  expect(firstLineEnd(bytes(text), before)).toBe(ends);
});
