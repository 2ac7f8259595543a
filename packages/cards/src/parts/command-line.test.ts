import { describe, expect, it } from "vitest";
import { isLongCommand } from "./command-line.ts";

describe("a command", () => {
  it.each([
    ["npm test", false],
    ["a\nb\nc\nd\ne\nf", false],
    ["a\nb\nc\nd\ne\nf\ng", true],
    ["x".repeat(480), false],
    ["x".repeat(481), true],
  ])("like %j is shown in part at first: %s (case 178)", (command, isLong) => {
    expect(isLongCommand(command)).toBe(isLong);
  });
});
