import { expect, it } from "vitest";
import { joinSoftBreaks } from "./soft-break.ts";

it.each([
  ["one\ntwo", "one\ntwo"],
  ["a long l\uFDD0\nine\nnext", "a long line\nnext"],
  ["cut off\uFDD0", "cut off"],
  ["", ""],
])("selected rows %j are the lines %j", (selected, lines) => {
  expect(joinSoftBreaks(selected)).toBe(lines);
});
