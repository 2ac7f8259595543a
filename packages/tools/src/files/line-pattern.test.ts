import { describe, expect, it } from "vitest";
import { parseLinePattern } from "./line-pattern.ts";
import { resolveTarget } from "./search-target.ts";

describe("a pattern for lines, without ripgrep", () => {
  it("is a regular expression, with case or without", () => {
    expect(parseLinePattern("^fo+\\b", false)("foo bar")).toBe(true);
    expect(parseLinePattern("FOO", false)("foo")).toBe(false);
    expect(parseLinePattern("FOO", true)("foo")).toBe(true);
  });

  it("may have escapes that only plain patterns know", () => {
    expect(parseLinePattern("a\\-b", false)("a-b")).toBe(true);
  });

  it("says what is wrong with it", () => {
    expect(() => parseLinePattern("(", false)).toThrow(/Invalid regular expression/u);
  });

  it.each(["(a+)+$", "(a*)*b", "(x|y+){2,}z", "(\\w+)+"])(
    "is refused when it could take for ever: %s",
    (pattern) => {
      expect(() => parseLinePattern(pattern, false)).toThrow("repeats a repetition");
    },
  );

  it.each(["(a)+", "(foo|bar)+", "a+b+", "(a+)", "\\(a+\\)+"])("is taken: %s", (pattern) => {
    expect(() => parseLinePattern(pattern, false)).not.toThrow();
  });
});

describe("what is searched", () => {
  it.each([
    [undefined, "/p", ".", "a.ts"],
    [".", "/p", ".", "a.ts"],
    ["src", "/p/src", "src", "src/a.ts"],
    ["src/", "/p/src", "src", "src/a.ts"],
    ["/etc", "/etc", "/etc", "/etc/a.ts"],
    ["/", "/", "/", "/a.ts"],
  ])("by %s is %s", (path, root, name, shown) => {
    const target = resolveTarget("/p", path);
    expect(target).toMatchObject({ root, name });
    expect(target.toShown("a.ts")).toBe(shown);
  });

  it("may be one file", () => {
    expect(resolveTarget("/p", "src/a.ts").toShown("")).toBe("src/a.ts");
  });
});
