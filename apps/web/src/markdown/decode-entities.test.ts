import { describe, expect, it } from "vitest";
import { decodeEntities } from "./decode-entities.ts";

describe("a character reference", () => {
  it.each([
    ["a &amp; b", "a & b"],
    ["&lt;b&gt; &quot;x&quot; &#39;y&#39;", "<b> \"x\" 'y'"],
    ["&#x1F600; &#128512;", "😀 😀"],
    ["&amp;lt;", "&lt;"],
  ])("is its character: %s", (text, decoded) => {
    expect(decodeEntities(text)).toBe(decoded);
  });

  it.each(["&", "a && b", "&nosuch;", "&#0;", "&#x110000;", "&amp", "?a=1&lt=2"])(
    "that is none stays as written: %s",
    (text) => {
      expect(decodeEntities(text)).toBe(text);
    },
  );
});
