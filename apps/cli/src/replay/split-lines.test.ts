import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitLines, type NumberedLine } from "./split-lines.ts";

async function split(chunks: readonly Uint8Array[], max?: number): Promise<NumberedLine[]> {
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield* chunks;
  }
  const lines: NumberedLine[] = [];
  for await (const line of splitLines(stream(), max)) lines.push(line);
  return lines;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("splitLines", () => {
  it("numbers lines from 1, empty ones included, and needs no line end after the last", async () => {
    expect(await split([bytes("a\n\nb")])).toEqual([
      { number: 1, text: "a" },
      { number: 2, text: "" },
      { number: 3, text: "b" },
    ]);
    expect(await split([bytes("a\n")])).toEqual([{ number: 1, text: "a" }]);
    expect(await split([])).toEqual([]);
  });

  it("gives the same lines wherever the chunks are cut, inside characters too", async () => {
    const text = fc.string({ unit: fc.constantFrom("a", "\n", "é", "漢", "🚀") });
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(8)), async (whole, cuts) => {
        const all = bytes(whole);
        const chunks: Uint8Array[] = [];
        let from = 0;
        for (const size of cuts) {
          chunks.push(all.slice(from, from + size));
          from += size;
        }
        chunks.push(all.slice(from));
        const lines = await split(chunks);
        const expected = whole.split("\n");
        if (expected.at(-1) === "") expected.pop();
        expect(lines.map((line) => line.text)).toEqual(expected);
      }),
    );
  });

  it("lets go of a line too long to hold, and goes on after it", async () => {
    const chunks = [bytes("1234"), bytes("5678"), bytes("9\nab\n")];
    expect(await split(chunks, 8)).toEqual([
      { number: 1, text: null },
      { number: 2, text: "ab" },
    ]);
    expect(await split([bytes("12345678\n")], 8)).toEqual([{ number: 1, text: "12345678" }]);
  });
});
