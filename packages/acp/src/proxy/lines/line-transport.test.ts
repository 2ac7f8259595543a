import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLines } from "./line-transport.ts";

async function* toChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.slice(from, from + size);
}

async function collect(text: string, size = 7, maxLineBytes?: number) {
  const found: { text: string; message: unknown }[] = [];
  const input = toChunks(new TextEncoder().encode(text), size);
  for await (const lines of readLines(input, maxLineBytes)) {
    found.push(...lines.map(({ text: line, message }) => ({ text: line, message })));
  }
  return found;
}

describe("readLines", () => {
  it("gives each line as it came, with the object in it", async () => {
    expect(await collect('{"a": 1}\nnoise\n[1]\n\n{"b":2}')).toEqual([
      { text: '{"a": 1}', message: { a: 1 } },
      { text: "noise", message: null },
      { text: "[1]", message: null },
      { text: '{"b":2}', message: { b: 2 } },
    ]);
  });

  it("gives the same lines however the bytes are cut", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.json()), fc.integer({ min: 1, max: 9 }), async (all, size) => {
        const text = all.map((line) => `${line}\n`).join("");
        expect(await collect(text, size)).toEqual(await collect(text, 1_000_000));
      }),
    );
  });

  it("stops at a line too long to be held", async () => {
    await expect(collect("aaaaaaaaaa\n", 3, 8)).rejects.toThrow("more than 8 bytes");
    expect(await collect("aaaaaaaa\n", 3, 8)).toHaveLength(1);
  });

  it("lets others have their turn while a flood of short lines is read", async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await collect("1\n".repeat(20_000), 40_000);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });
});
