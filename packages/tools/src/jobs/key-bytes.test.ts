import { describe, expect, it } from "vitest";
import { KEY_NAMES, toKeyBytes, toTypedBytes } from "./key-bytes.ts";

describe("named keys", () => {
  it.each([
    ["enter", "\r"],
    ["Enter", "\r"],
    ["ctrl-c", "\u0003"],
    ["CTRL-D", "\u0004"],
    ["ctrl-z", "\u001A"],
    ["up", "\u001B[A"],
    ["backspace", "\u007F"],
  ])("%s is what a terminal sends for it", (name, bytes) => {
    expect(toKeyBytes(name)).toBe(bytes);
  });

  it.each(["", "ctrl-", "ctrl-1", "ctrl-ab", "return", "constructor"])("%j is none", (name) => {
    expect(toKeyBytes(name)).toBe(null);
  });

  it("can be named in a message", () => {
    const unknown = KEY_NAMES.split(", ").filter((name) => toKeyBytes(name) === null);
    expect(unknown).toEqual(["ctrl-a to ctrl-z"]);
  });
});

describe("what is typed", () => {
  it("is the text, its line ends as the enter key, then the keys", () => {
    expect(new TextDecoder().decode(toTypedBytes("a\nb\r\nö", ["enter", "ctrl-c"]))).toBe(
      "a\rb\rö\r\u0003",
    );
  });
});
