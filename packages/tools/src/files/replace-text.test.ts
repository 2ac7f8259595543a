import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findNearestLines } from "./nearest-lines.ts";
import { replaceText } from "./replace-text.ts";
import { decodeText, encodeText, splitLines } from "./text-file.ts";

const once = (oldText: string, newText: string) => ({ oldText, newText, replaceAll: false });

describe("replacing a text", () => {
  it("changes what is there once, and nothing else", () => {
    expect(replaceText("a\nb\nc\n", once("b", "x"))).toEqual({
      kind: "replaced",
      text: "a\nx\nc\n",
      count: 1,
      line: 2,
    });
  });

  it("is refused when it is there more than once, and names the lines", () => {
    expect(replaceText("a\nb\na\n", once("a", "x"))).toEqual({ kind: "ambiguous", lines: [1, 3] });
    expect(replaceText("aaaa", once("aa", "x"))).toEqual({ kind: "ambiguous", lines: [1, 1] });
  });

  it("changes all of them when asked", () => {
    const request = { oldText: "a", newText: "aa", replaceAll: true };
    expect(replaceText("a b a", request)).toMatchObject({ text: "aa b aa", count: 2 });
  });

  it("takes no sign in the new text for anything else", () => {
    expect(replaceText("a", once("a", "$& $1 $$"))).toMatchObject({ text: "$& $1 $$" });
  });

  it("keeps the line ends of a file that has CR LF", () => {
    expect(replaceText("a\r\nb\r\nc", once("a\nb", "x\ny"))).toMatchObject({ text: "x\r\ny\r\nc" });
    expect(replaceText("a\nb", once("a\r\nb", "x"))).toEqual({ kind: "not-found" });
  });

  it("finds exactly what is there, wherever it is", () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), (before, part, after) => {
        const text = before + part + after;
        const all = replaceText(text, { oldText: part, newText: "", replaceAll: true });
        expect(all).toMatchObject({ kind: "replaced", text: text.split(part).join("") });
        const single = replaceText(text, once(part, "\u0000"));
        const isOnce = text.split(part).length === 2;
        expect(single.kind).toBe(isOnce ? "replaced" : "ambiguous");
      }),
    );
  });
});

describe("the nearest lines", () => {
  const text = [
    "function add(a: number, b: number) {",
    "  return a + b;",
    "}",
    "",
    "function subtract(a: number, b: number) {",
    "    return a - b;",
    "}",
  ].join("\n");

  it("differ in white space only, and are said to", () => {
    const [best] = findNearestLines(
      text,
      "function subtract(a: number, b: number) {\n  return a - b;",
    );
    expect(best).toMatchObject({ line: 5, isSameButSpace: true });
    expect(best?.text).toContain("    return a - b;");
  });

  it("are the most alike, without overlap, at most three", () => {
    const found = findNearestLines(text, "function multiply(a: number, b: number) {");
    expect(found.map(({ line }) => line)).toEqual([1, 5]);
    expect(findNearestLines("abc\n".repeat(50), "abcd").length).toBe(3);
  });

  it("are none when nothing is like it, or there is nothing to compare", () => {
    expect(findNearestLines(text, "import zlib")).toEqual([]);
    expect(findNearestLines("", "x")).toEqual([]);
    expect(findNearestLines("x\n".repeat(30_000), "xy")).toEqual([]);
  });
});

describe("a file's text", () => {
  it("is given back byte by byte, its mark and its line ends with it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (raw) => {
        const bytes = encodeText(`\ufeff${raw.replaceAll("\0", "")}\r\n`);
        expect(encodeText(decodeText(bytes) ?? "")).toEqual(bytes);
      }),
    );
  });

  it("is none when there is a NUL in it, or what is no UTF-8", () => {
    expect(decodeText(new Uint8Array([97, 0, 98]))).toBeNull();
    expect(decodeText(new Uint8Array([0xff, 0xfe]))).toBeNull();
  });

  it("has lines, the last one ended or not", () => {
    expect(splitLines("")).toEqual([]);
    expect(splitLines("a\r\nb")).toEqual(["a", "b"]);
    expect(splitLines("a\nb\n")).toEqual(["a", "b"]);
    expect(splitLines("a\n\n")).toEqual(["a", ""]);
  });
});
