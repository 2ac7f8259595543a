import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WrittenTail } from "./written-tail.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function write(text: string): Uint8Array {
  return encoder.encode(JSON.stringify(text).slice(1, -1));
}

function read(written: Uint8Array): string {
  return String(JSON.parse(`"${decoder.decode(written)}"`));
}

/** What was kept of texts, and how much they all stand for. */
function keep(texts: readonly string[]) {
  const tail = new WrittenTail();
  for (const text of texts) tail.add(write(text));
  const { skippedBytes, strings } = tail.take();
  const kept = strings.map(read);
  const keptBytes = encoder.encode(kept.join("")).length;
  return { tail, skippedBytes, kept, keptBytes };
}

describe("WrittenTail", () => {
  it("keeps all of a little, each string as it was written", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" })), (texts) => {
        const { skippedBytes, kept } = keep(texts);
        expect([skippedBytes, kept]).toEqual([0, texts]);
      }),
    );
  });

  it.each([
    ["short lines", 200_000, "a line of text\n"],
    ["long lines", 100, `${"x".repeat(79)}\n`.repeat(800)],
    ["escapes", 120, "\u001b".repeat(9999)],
    ["lines longer than what is kept", 5, "é".repeat(1_500_000)],
  ])("keeps the newest megabyte of many %s, and counts what came before", (_, count, text) => {
    const { skippedBytes, kept, keptBytes } = keep(Array.from({ length: count }, () => text));
    expect(skippedBytes + keptBytes).toBe(count * encoder.encode(text).length);
    expect(skippedBytes).toBeGreaterThan(0);
    expect(new Set(kept)).toEqual(new Set([text]));
    const writtenBytes = kept.length * write(text).length;
    expect(Math.max(keptBytes, writtenBytes / 2)).toBeGreaterThanOrEqual(1024 * 1024);
    expect(writtenBytes).toBeLessThan(4 * 1024 * 1024 + 2 * write(text).length);
  });

  it("copies, and leaves alone what was taken of it", () => {
    const tail = new WrittenTail();
    const first = write("first");
    tail.add(first);
    first.fill(0);
    const { strings } = tail.take();
    for (let count = 0; count < 1000; count++) tail.add(write("x".repeat(10_000)));
    expect(strings.map(read)).toEqual(["first"]);
  });

  it("begins anew when it was taken", () => {
    const { tail } = keep(["a"]);
    expect(tail.isEmpty).toBe(true);
    expect(tail.take()).toEqual({ skippedBytes: 0, strings: [] });
    tail.add(write("b"));
    expect([tail.isEmpty, tail.take().strings.map(read)]).toEqual([false, ["b"]]);
  });
});
