import { describe, expect, it } from "vitest";
import { isAbsolutePath, resolveDirectory } from "./directory-path.ts";

describe("resolveDirectory", () => {
  it("is the session's directory when a view names none", () => {
    expect(resolveDirectory("/p", undefined)).toBe("/p");
    expect(resolveDirectory("/p", "")).toBe("/p");
  });

  it("takes relative paths from there and resolves dots", () => {
    expect(resolveDirectory("/p/a", "../b/./c/")).toBe("/p/b/c");
    expect(resolveDirectory("/p", "../../..")).toBe("/");
    expect(resolveDirectory("C:\\p\\a", "..\\b/c")).toBe("C:\\p\\b\\c");
  });

  it("leaves an absolute path of either style as it is", () => {
    expect(resolveDirectory("/p", "/q/../r")).toBe("/q/../r");
    expect(resolveDirectory("/p", "C:\\x")).toBe("C:\\x");
    expect(isAbsolutePath("\\\\server\\share")).toBe(true);
    expect(isAbsolutePath("~/x")).toBe(false);
    expect(isAbsolutePath("C:x")).toBe(false);
  });
});
