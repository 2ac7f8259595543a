import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_IGNORE_RULES } from "./ignore-rules.ts";

function isIgnored(gitignore: string, path: string, isDirectory = false): boolean {
  return NO_IGNORE_RULES.add("", gitignore).isIgnored(path, isDirectory);
}

describe("what git ignores", () => {
  it.each([
    ["*.log", "a.log", true],
    ["*.log", "x/y/a.log", true],
    ["/a.log", "x/a.log", false],
    ["/a.log", "a.log", true],
    ["x/a.log", "x/a.log", true],
    ["x/a.log", "y/x/a.log", false],
    ["**/x/a", "y/x/a", true],
    ["a/**/b", "a/1/2/b", true],
    ["#comment", "#comment", false],
    ["\\#file", "#file", true],
    ["", "a", false],
    ["a  ", "a", true],
    ["*.log\n!keep.log", "keep.log", false],
    ["!keep.log\n*.log", "keep.log", true],
    ["a{b}", "a{b}", true],
    ["*.log\r\n*.tmp\r\n", "a.tmp", true],
  ])("%j says of the file %s: %s", (gitignore, path, expected) => {
    expect(isIgnored(gitignore, path)).toBe(expected);
  });

  it("is for directories only where it says so", () => {
    expect(isIgnored("build/", "build", true)).toBe(true);
    expect(isIgnored("build/", "build", false)).toBe(false);
  });

  it("is git's own directory, always, and nothing else of that kind", () => {
    expect(NO_IGNORE_RULES.isIgnored(".git", true)).toBe(true);
    expect(NO_IGNORE_RULES.isIgnored("sub/.git", false)).toBe(true);
    expect(NO_IGNORE_RULES.isIgnored(".github", true)).toBe(false);
  });

  it("is said last by the deepest file, from where it is", () => {
    const rules = NO_IGNORE_RULES.add("", "*.log").add("a+b", "!*.log\n/only.txt");
    expect(rules.isIgnored("a+b/x.log", false)).toBe(false);
    expect(rules.isIgnored("x.log", false)).toBe(true);
    expect(rules.isIgnored("a+b/only.txt", false)).toBe(true);
    expect(rules.isIgnored("only.txt", false)).toBe(false);
  });

  it("may be written in any way", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ minLength: 1 }), (text, path) => {
        expect(typeof isIgnored(text, path)).toBe("boolean");
      }),
    );
  });
});
