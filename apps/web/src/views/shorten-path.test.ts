import { describe, expect, it } from "vitest";
import { shortenPath } from "./shorten-path.ts";

describe("a path in a line", () => {
  it.each([
    ["/", "/"],
    ["/a", "/a"],
    ["/a/b", "/a/b"],
    ["/a/b/c", "…/b/c"],
    ["/a/b/c/", "…/b/c"],
    ["C:\\a\\b\\c", "…\\b\\c"],
    ["", ""],
  ])("%s is %s", (path, short) => {
    expect(shortenPath(path)).toBe(short);
  });
});
