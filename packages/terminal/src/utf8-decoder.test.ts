import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createUtf8Decoder } from "./utf8-decoder.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const decodeAtOnce = (bytes: Uint8Array) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

/** Everything the decoder makes of a stream that comes in these chunks. */
function decodeChunks(chunks: readonly Uint8Array[]) {
  const decoder = createUtf8Decoder();
  const text = chunks.map((chunk) => decoder.decode(chunk)).join("") + decoder.flush();
  return { text, replacedCount: decoder.replacedCount };
}

/** The stream cut at these positions, empty chunks included. */
function cut(bytes: Uint8Array, positions: readonly number[]) {
  const ends = [...positions.map((at) => at % (bytes.length + 1)), bytes.length];
  const sorted = ends.toSorted((a, b) => a - b);
  return sorted.map((end, index) => bytes.subarray(sorted[index - 1] ?? 0, end));
}

/** How many U+FFFD stand for broken bytes: all in the text, less those that the bytes spell out. */
function countReplaced(bytes: Uint8Array) {
  const spelledOut = [...bytes.keys()].filter(
    (at) => bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd,
  );
  return decodeAtOnce(bytes).split("\uFFFD").length - 1 - spelledOut.length;
}

/** Leads, continuation bytes, a byte order mark and U+FFFD itself, so that near misses are common. */
const anyBytes = fc
  .array(
    fc.oneof(
      fc.nat(255).map((byte) => [byte]),
      fc.constantFrom(0x80, 0xa0, 0xbf, 0xc2, 0xe0, 0xe2, 0xed, 0xf0, 0xf4).map((byte) => [byte]),
      fc.constantFrom("a", "é", "€", "😀", "\uFEFF", "\uFFFD").map((text) => [...encode(text)]),
    ),
    { maxLength: 24 },
  )
  .map((parts) => Uint8Array.from(parts.flat()));

describe("the decoder", () => {
  it("equals decoding at once, and counts exactly, for any bytes in any chunks", () => {
    fc.assert(
      fc.property(anyBytes, fc.array(fc.nat(), { maxLength: 8 }), (bytes, positions) => {
        expect(decodeChunks(cut(bytes, positions))).toEqual({
          text: decodeAtOnce(bytes),
          replacedCount: countReplaced(bytes),
        });
      }),
      { numRuns: 2_000 },
    );
  });

  it("gives back any text, whatever the chunks, and replaces nothing", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 40 }),
        fc.array(fc.nat(), { maxLength: 8 }),
        (text, positions) => {
          const { text: decoded, replacedCount } = decodeChunks(cut(encode(text), positions));
          expect(decoded).toBe(text);
          expect(replacedCount).toBe(0);
        },
      ),
    );
  });

  it("splits no character of 1 to 4 bytes at any position (cases 100, 103)", () => {
    const text = "aé€😀 cleanup — end";
    const bytes = encode(text);
    for (let first = 0; first <= bytes.length; first++) {
      for (let second = first; second <= bytes.length; second++) {
        const { text: decoded } = decodeChunks(cut(bytes, [first, second]));
        expect(decoded).toBe(text);
      }
    }
  });

  it("makes one character of three writes of one byte (case 101)", () => {
    const decoder = createUtf8Decoder();
    const parts = [0xe2, 0x89, 0xa4].map((byte) => decoder.decode(Uint8Array.of(byte)));
    expect([...parts, decoder.flush()]).toEqual(["", "", "≤", ""]);
  });

  it("yields one U+FFFD for a stream that ends inside a character, not a lost tail (case 101)", () => {
    const decoder = createUtf8Decoder();
    expect(decoder.decode(Uint8Array.of(0x61, 0xf0, 0x9f, 0x98))).toBe("a");
    expect(decoder.flush()).toBe("\uFFFD");
    expect(decoder.replacedCount).toBe(1);
  });

  it("never shows U+FFFD in a drawn box, for any size of read (case 102)", () => {
    const bytes = encode(`┌${"─".repeat(200)}┐\n`.repeat(3));
    for (let size = 1; size <= 64; size++) {
      const ends = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => at * size);
      expect(decodeChunks(cut(bytes, ends))).toMatchObject({ replacedCount: 0 });
    }
  });

  it("shows at once what can no longer become a character", () => {
    const decoder = createUtf8Decoder();
    expect(decoder.decode(Uint8Array.of(0xe0, 0x80))).toBe("\uFFFD\uFFFD");
    expect(decoder.decode(Uint8Array.of(0xe2, 0x82))).toBe("");
    expect(decoder.decode(Uint8Array.of(0x61))).toBe("\uFFFDa");
    expect(decoder.replacedCount).toBe(3);
  });

  it("keeps a byte order mark wherever it stands: it is part of the output", () => {
    const text = "\uFEFFa\uFEFF";
    const bytes = encode(text);
    expect(decodeChunks([bytes])).toEqual({ text, replacedCount: 0 });
    expect(decodeChunks([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual({
      text,
      replacedCount: 0,
    });
  });

  it("does not count a U+FFFD that the stream itself held", () => {
    const bytes = Uint8Array.from([...encode("\uFFFD"), 0xff, ...encode("\uFFFD")]);
    expect(decodeChunks([bytes])).toEqual({ text: "\uFFFD\uFFFD\uFFFD", replacedCount: 1 });
  });

  it("does not hold on to the caller's buffer", () => {
    const decoder = createUtf8Decoder();
    const buffer = Uint8Array.of(0xe2, 0x82);
    decoder.decode(buffer);
    buffer.fill(0x61);
    expect(decoder.decode(Uint8Array.of(0xac))).toBe("€");
  });

  it("starts anew after a flush, and goes on counting", () => {
    const decoder = createUtf8Decoder();
    decoder.decode(Uint8Array.of(0xe2));
    expect(decoder.flush()).toBe("\uFFFD");
    expect(decoder.flush()).toBe("");
    expect(decoder.decode(encode("é"))).toBe("é");
    expect(decoder.decode(Uint8Array.of(0xff))).toBe("\uFFFD");
    expect(decoder.replacedCount).toBe(2);
  });

  it("makes nothing of nothing", () => {
    expect(decodeChunks([])).toEqual({ text: "", replacedCount: 0 });
    expect(decodeChunks([new Uint8Array(0)])).toEqual({ text: "", replacedCount: 0 });
  });
});
