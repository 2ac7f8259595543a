import { PassThrough, Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAhead } from "./read-ahead.ts";

async function collect(input: Readable): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of readAhead(input)) pieces.push(Buffer.from(piece).toString());
  return pieces;
}

describe("readAhead", () => {
  it("gives every byte in order, and cuts nothing but the last line", async () => {
    const chunk = fc.string({ unit: fc.constantFrom("a", "\n"), minLength: 1, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(fc.array(chunk), async (chunks) => {
        const pieces = await collect(Readable.from(chunks.map((text) => Buffer.from(text))));
        expect(pieces.join("")).toBe(chunks.join(""));
        for (const piece of pieces.slice(0, -1)) expect(piece.endsWith("\n")).toBe(true);
      }),
    );
  });

  it("gives a line without end in parts, and does not hold it all", async () => {
    const part = Buffer.alloc(100_000, "x");
    const pieces = await collect(Readable.from(Array.from({ length: 20 }, () => part)));
    expect(pieces.join("")).toHaveLength(2_000_000);
    expect(pieces.length).toBeGreaterThan(1);
  });

  it("lets the stream wait while nobody takes what came", async () => {
    const input = new PassThrough({ highWaterMark: 1024 });
    const lines = readAhead(input);
    const first = lines.next();
    input.write("a\n");
    expect(Buffer.from((await first).value ?? []).toString()).toBe("a\n");
    let written = 0;
    while (written < 100 && input.write(Buffer.alloc(64 * 1024, "\n"))) written++;
    await new Promise((resolve) => setImmediate(resolve));
    for (let more = 0; more < 50; more++) input.write(Buffer.alloc(64 * 1024, "\n"));
    await expect.poll(() => input.isPaused()).toBe(true);
    expect(input.readableLength + input.writableLength).toBeGreaterThan(1024 * 1024);
    await lines.return(undefined);
  });

  it("ends with a stream that breaks, and gives what came of it", async () => {
    const input = new PassThrough();
    input.write("a\nb");
    setImmediate(() => input.destroy(new Error("broken pipe")));
    expect((await collect(input)).join("")).toBe("a\nb");
  });
});
