import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHeadTailBuffer, type HeadTail } from "./head-tail-buffer.ts";
import { TerminalError } from "./terminal-error.ts";

const ascii = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => 0x61 + (index % 26));

const fill = (limits: [head: number, tail: number], chunks: readonly Uint8Array[]): HeadTail => {
  const buffer = createHeadTailBuffer({ headBytes: limits[0], tailBytes: limits[1] });
  for (const chunk of chunks) buffer.append(chunk);
  return buffer.read();
};

const text = (bytes: Uint8Array): string => new TextDecoder("utf-8", { fatal: true }).decode(bytes);

describe("a head-and-tail buffer", () => {
  it("is empty before anything was appended", () => {
    expect(fill([4, 4], [])).toEqual({
      head: new Uint8Array(0),
      tail: new Uint8Array(0),
      omittedBytes: 0,
      totalBytes: 0,
    });
  });

  it.each([0, 1, 4, 5, 7, 8])("keeps a stream of %i bytes whole when both limits are 4", (size) => {
    const kept = fill([4, 4], [ascii(size)]);
    expect(kept.head).toEqual(ascii(size));
    expect(kept.tail).toHaveLength(0);
    expect(kept).toMatchObject({ omittedBytes: 0, totalBytes: size });
  });

  it("omits exactly one byte when the stream is one over both limits", () => {
    const kept = fill([4, 4], [ascii(9)]);
    expect([text(kept.head), text(kept.tail)]).toEqual(["abcd", "fghi"]);
    expect(kept).toMatchObject({ omittedBytes: 1, totalBytes: 9 });
  });

  it("keeps both ends of one huge chunk", () => {
    const kept = fill([3, 5], [ascii(26 * 40_000)]);
    expect([text(kept.head), text(kept.tail)]).toEqual(["abc", "vwxyz"]);
    expect(kept).toMatchObject({ omittedBytes: 26 * 40_000 - 8, totalBytes: 26 * 40_000 });
  });

  it("keeps both ends of many tiny chunks", () => {
    const bytes = ascii(26 * 2_000);
    const chunks = Array.from(bytes, (byte) => Uint8Array.of(byte));
    const kept = fill([3, 5], chunks);
    expect([text(kept.head), text(kept.tail)]).toEqual(["abc", "vwxyz"]);
    expect(kept).toMatchObject({ omittedBytes: bytes.length - 8, totalBytes: bytes.length });
  });

  it("counts a stream of which it keeps nothing", () => {
    expect(fill([0, 0], [ascii(10)])).toMatchObject({ omittedBytes: 10, totalBytes: 10 });
  });

  it("keeps one end only when the other limit is zero", () => {
    expect(text(fill([4, 0], [ascii(9)]).head)).toBe("abcd");
    expect(text(fill([0, 4], [ascii(9)]).tail)).toBe("fghi");
  });

  it("is shorter rather than splitting a character at either cut", () => {
    const kept = fill([5, 5], [new TextEncoder().encode("ab€€€€yz")]);
    expect([text(kept.head), text(kept.tail)]).toEqual(["ab€", "€yz"]);
    const tight = fill([4, 4], [new TextEncoder().encode("ab€€€€yz")]);
    expect([text(tight.head), text(tight.tail)]).toEqual(["ab", "yz"]);
    expect(tight).toMatchObject({ omittedBytes: 12, totalBytes: 16 });
  });

  it("does not lose a character that only its own two halves would split", () => {
    expect(text(fill([2, 2], [new TextEncoder().encode("a€")]).head)).toBe("a€");
  });

  it("is not changed by a caller that reuses its buffer", () => {
    const buffer = createHeadTailBuffer({ headBytes: 2, tailBytes: 2 });
    const chunk = ascii(4);
    buffer.append(chunk);
    chunk.fill(0);
    expect(text(buffer.read().head)).toBe("abcd");
  });

  it("counts a gap in the stream as omitted, and joins nothing over it", () => {
    const buffer = createHeadTailBuffer({ headBytes: 4, tailBytes: 4 });
    buffer.append(ascii(2));
    buffer.skip(0);
    buffer.append(ascii(1));
    buffer.skip(5);
    buffer.append(ascii(3));
    const early = buffer.read();
    expect([text(early.head), text(early.tail)]).toEqual(["aba", "abc"]);
    expect(early).toMatchObject({ omittedBytes: 5, totalBytes: 11 });
    buffer.skip(1);
    buffer.append(ascii(6));
    const late = buffer.read();
    expect([text(late.head), text(late.tail)]).toEqual(["aba", "cdef"]);
    expect(late).toMatchObject({ omittedBytes: 11, totalBytes: 18 });
  });

  it("goes on after it was read", () => {
    const buffer = createHeadTailBuffer({ headBytes: 2, tailBytes: 2 });
    buffer.append(ascii(3));
    expect(text(buffer.read().head)).toBe("abc");
    buffer.append(ascii(3));
    expect(buffer.read()).toMatchObject({ omittedBytes: 2, totalBytes: 6 });
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])("refuses %d as a limit", (limit) => {
    expect(() => createHeadTailBuffer({ headBytes: limit, tailBytes: 1 })).toThrow(TerminalError);
    expect(() => createHeadTailBuffer({ headBytes: 1, tailBytes: limit })).toThrow(/tailBytes/);
  });

  it("keeps what a model that keeps everything would cut out, whatever the chunks", () => {
    const piece = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 6 }).map((part) => new TextEncoder().encode(part)),
      fc.uint8Array({ maxLength: 6 }),
    );
    const limit = fc.integer({ min: 0, max: 12 });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), limit, limit, (chunks, head, tail) => {
        const whole = Uint8Array.from(chunks.flatMap((chunk) => [...chunk]));
        const kept = fill([head, tail], chunks);
        expect(kept.totalBytes).toBe(whole.length);
        expect(kept.head.length + kept.omittedBytes + kept.tail.length).toBe(whole.length);
        expect(kept.head).toEqual(whole.slice(0, kept.head.length));
        expect(kept.tail).toEqual(whole.slice(whole.length - kept.tail.length));
        const isWhole = whole.length <= head + tail;
        const [headLimit, tailLimit] = isWhole ? [whole.length, 0] : [head, tail];
        const slack = isWhole ? [0] : [0, 1, 2, 3];
        expect(slack).toContain(headLimit - kept.head.length);
        expect(slack).toContain(tailLimit - kept.tail.length);
      }),
    );
  });

  it("never splits a character of a valid stream", () => {
    const limit = fc.integer({ min: 0, max: 12 });
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 30 }),
        limit,
        limit,
        (stream, headBytes, tailBytes) => {
          const kept = fill([headBytes, tailBytes], [new TextEncoder().encode(stream)]);
          expect(stream.startsWith(text(kept.head))).toBe(true);
          expect(stream.endsWith(text(kept.tail))).toBe(true);
        },
      ),
    );
  });
});
