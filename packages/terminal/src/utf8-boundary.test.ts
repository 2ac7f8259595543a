import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { incompleteUtf8Suffix, nextUtf8Boundary } from "./utf8-boundary.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const decodeStrictly = (bytes: Uint8Array) =>
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

/** Where each character of a string starts, and where it ends. */
function boundariesOf(text: string) {
  let at = 0;
  const starts = Array.from(text, (character) => {
    const start = at;
    at += encode(character).length;
    return start;
  });
  return [...starts, at];
}

describe("the next boundary", () => {
  it("moves the cut at the limit of 4 bytes of a€€ forward to a character (case 105)", () => {
    const bytes = encode("a€€");
    const cut = nextUtf8Boundary(bytes, bytes.length - 4);
    expect(cut).toBe(4);
    expect(decodeStrictly(bytes.subarray(cut))).toBe("€");
  });

  it("is the first start of a character at or after each position of a text", () => {
    const text = "aé€😀\u0000\u{10ffff}߿ࠀ\uffff";
    const bytes = encode(text);
    const boundaries = boundariesOf(text);
    for (let from = 0; from <= bytes.length; from++) {
      const expected = boundaries.find((boundary) => boundary >= from);
      expect(nextUtf8Boundary(bytes, from)).toBe(expected);
    }
  });

  it("leaves text that decodes without loss, wherever any text is cut", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 30 }), fc.nat(), (text, position) => {
        const bytes = encode(text);
        const from = position % (bytes.length + 1);
        const cut = nextUtf8Boundary(bytes, from);
        expect(cut).toBeLessThanOrEqual(from + 3);
        expect(text.endsWith(decodeStrictly(bytes.subarray(cut)))).toBe(true);
      }),
    );
  });

  it("moves over three continuation bytes at most, and not at all when there are more", () => {
    expect(nextUtf8Boundary(Uint8Array.of(0x80, 0x80, 0x80, 0x41), 0)).toBe(3);
    expect(nextUtf8Boundary(Uint8Array.of(0x80, 0x80, 0x80, 0x80, 0x41), 0)).toBe(0);
    expect(nextUtf8Boundary(Uint8Array.of(0x80, 0x80), 0)).toBe(2);
  });

  it("is the end itself at the end, and in nothing", () => {
    expect(nextUtf8Boundary(encode("a"), 1)).toBe(1);
    expect(nextUtf8Boundary(new Uint8Array(0), 0)).toBe(0);
  });
});

describe("the incomplete suffix", () => {
  /** What the platform's stream decoder holds back: the least that the text so far comes out without. */
  function heldBack(bytes: Uint8Array) {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    const soFar = decoder.decode(bytes, { stream: true });
    if (decoder.decode() === "") return 0;
    return [1, 2, 3].find((length) => decoder.decode(bytes.subarray(0, -length)) === soFar);
  }

  it.each([
    [[], 0],
    [[0x41], 0],
    [[0xc3], 1],
    [[0xc3, 0xa9], 0],
    [[0xe2], 1],
    [[0xe2, 0x82], 2],
    [[0xe2, 0x82, 0xac], 0],
    [[0xf0], 1],
    [[0xf0, 0x9f], 2],
    [[0xf0, 0x9f, 0x98], 3],
    [[0xf0, 0x9f, 0x98, 0x80], 0],
    [[0x41, 0xf0, 0x9f, 0x98], 3],
  ])("of %j is %d bytes", (bytes, length) => {
    expect(incompleteUtf8Suffix(Uint8Array.from(bytes))).toBe(length);
  });

  it.each([
    ["a lone continuation byte", [0x80]],
    ["four continuation bytes", [0x80, 0x80, 0x80, 0x80]],
    ["a byte that never occurs", [0xc0]],
    ["an overlong two-byte lead", [0xc1]],
    ["a lead beyond U+10FFFF", [0xf5]],
    ["an overlong three-byte form", [0xe0, 0x9f]],
    ["an overlong four-byte form", [0xf0, 0x8f]],
    ["a surrogate", [0xed, 0xa0]],
    ["a character beyond U+10FFFF", [0xf4, 0x90]],
    ["a surrogate's third byte", [0xed, 0xa0, 0x80]],
  ])("keeps nothing of %s: it can no longer become a character", (_, bytes) => {
    expect(incompleteUtf8Suffix(Uint8Array.from(bytes))).toBe(0);
  });

  it.each([
    ["the lowest three-byte form", [0xe0, 0xa0]],
    ["the last before the surrogates", [0xed, 0x9f]],
    ["the lowest four-byte form", [0xf0, 0x90]],
    ["the last of all", [0xf4, 0x8f]],
  ])("keeps both bytes of %s", (_, bytes) => {
    expect(incompleteUtf8Suffix(Uint8Array.from(bytes))).toBe(2);
  });

  it("is what the platform's own decoder holds back, for any bytes", () => {
    // Leads and continuation bytes, so that near misses are common.
    const byte = fc.oneof(
      fc.nat(255),
      fc.constantFrom(0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc2, 0xe0, 0xe2, 0xed, 0xf0, 0xf4),
    );
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 8 }), (values) => {
        const bytes = Uint8Array.from(values);
        expect(incompleteUtf8Suffix(bytes)).toBe(heldBack(bytes));
      }),
      { numRuns: 2_000 },
    );
  });
});
