import { describe, expect, it } from "vitest";
import { rowsOfText } from "../../test/support/rows-of-text.ts";
import { findAddresses } from "./find-addresses.ts";

const found = (text: string) => {
  const source = rowsOfText([text]);
  return findAddresses(source, 0).map(({ from, end, href }) => [text.slice(from, end), href]);
};

describe("an address written out", () => {
  it.each([
    ["see https://example.com/a?b=c#d.", "https://example.com/a?b=c#d"],
    ["http://localhost:5173/", "http://localhost:5173/"],
    ["(https://example.com/a)", "https://example.com/a"],
    [
      "https://en.example.org/wiki/Shell_(computing)",
      "https://en.example.org/wiki/Shell_(computing)",
    ],
    ['"https://example.com/x",', "https://example.com/x"],
    ["https://例え.jp/道", "https://例え.jp/道"],
  ])("in %j is %s", (text, address) => {
    expect(found(text).map(([shown]) => shown)).toEqual([address]);
  });

  it("leads where it says", () => {
    expect(found("https://example.com/x")).toEqual([
      ["https://example.com/x", "https://example.com/x"],
    ]);
  });

  it.each([
    "javascript:alert(1)",
    "file:///etc/passwd",
    "ftp://example.com/",
    "https://",
    "https://good.example@evil.example/",
    "xhttps://example.com/",
    "no address",
  ])("is none in %j", (text) => {
    expect(found(text)).toEqual([]);
  });

  it("is known as a whole in each row it is wrapped over", () => {
    const source = rowsOfText(["https://exam", ">ple.com/lo", ">ng and more"]);
    const href = "https://example.com/long";
    expect(findAddresses(source, 0)).toEqual([{ row: 0, from: 0, end: 12, href }]);
    expect(findAddresses(source, 1)).toEqual([{ row: 1, from: 0, end: 10, href }]);
    expect(findAddresses(source, 2)).toEqual([{ row: 2, from: 0, end: 2, href }]);
  });

  it("does not go on into a line of its own", () => {
    const source = rowsOfText(["https://example.com/a", "b"]);
    expect(findAddresses(source, 0)[0]?.href).toBe("https://example.com/a");
  });
});
