import { describe, expect, it } from "vitest";
import { isInside } from "./is-inside.ts";

describe("a path inside a directory", () => {
  it.each([
    ["/a/b", "/a", true],
    ["/a", "/a", true],
    ["/a/b/c", "/a/b", true],
    ["/a", "/", true],
    ["/ab", "/a", false],
    ["/", "/a", false],
    ["/b/a", "/a", false],
  ])("%s in %s: %s", (path, directory, expected) => {
    expect(isInside(path, directory)).toBe(expected);
  });
});
