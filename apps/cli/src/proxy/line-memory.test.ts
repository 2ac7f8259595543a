import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineMemory } from "./line-memory.ts";

/** Puts bytes where they are wanted, as a socket does. */
function read(memory: LineMemory, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) {
    const length = bytes.copy(memory.room(), 0, at);
    memory.fill(length);
    at += length;
  }
}

function takeAll(memory: LineMemory): Buffer[] {
  const taken: Buffer[] = [];
  for (let lines = memory.take(); lines !== null; lines = memory.take()) taken.push(lines);
  return taken;
}

describe("LineMemory", () => {
  it("gives every byte in order, in whole lines, however it comes and is taken", () => {
    const piece = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 9 });
    const step = fc.record({ piece, isAdded: fc.boolean(), isTaken: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const memory = new LineMemory();
        const taken: Buffer[] = [];
        for (const { piece: text, isAdded, isTaken } of steps) {
          if (isAdded) memory.add(Buffer.from(text));
          else read(memory, Buffer.from(text));
          if (isTaken) taken.push(...takeAll(memory));
        }
        taken.push(...takeAll(memory));
        for (const lines of taken) expect(lines.at(-1)).toBe(0x0a);
        const rest = memory.takeRest() ?? Buffer.alloc(0);
        expect(Buffer.concat([...taken, rest]).toString()).toBe(
          steps.map(({ piece: text }) => text).join(""),
        );
        expect(memory.length).toBe(0);
      }),
    );
  });

  it("leaves alone what was taken while more comes than any of its memory holds", () => {
    const memory = new LineMemory();
    const lines = Array.from({ length: 100 }, (_, index) =>
      Buffer.from(`${String(index).repeat(40_000)}\n`),
    );
    const taken = lines.flatMap((line) => {
      read(memory, line);
      return takeAll(memory);
    });
    expect(Buffer.concat(taken).equals(Buffer.concat(lines))).toBe(true);
  });

  it("holds what nobody takes, and knows how much that is", () => {
    const memory = new LineMemory();
    const line = Buffer.from(`${"x".repeat(99_999)}\n`);
    for (let count = 0; count < 50; count++) read(memory, line);
    memory.add(Buffer.from("rest"));
    expect(memory.length).toBe(5_000_004);
    expect(Buffer.concat(takeAll(memory)).length).toBe(5_000_000);
    expect(memory.takeRest()?.toString()).toBe("rest");
    expect(memory.takeRest()).toBeNull();
  });

  it("gives whole lines that come alone as they are", () => {
    const memory = new LineMemory();
    const piece = Buffer.from("a\nb\n");
    memory.add(piece);
    expect(memory.take()).toBe(piece);
  });

  it("uses memory again when who takes of it has gone on and what was written of it was flushed", () => {
    const passage = { writtenBytes: 0, flushedBytes: 0 };
    const memory = new LineMemory(passage);
    const line = Buffer.from(`${"x".repeat(99_999)}\n`);
    const seen = new Set<ArrayBufferLike>();
    const pass = (isFlushed: boolean): void => {
      read(memory, line);
      for (const lines of takeAll(memory)) {
        seen.add(lines.buffer);
        passage.writtenBytes += lines.length;
      }
      if (isFlushed) passage.flushedBytes = passage.writtenBytes;
    };
    for (let count = 0; count < 100; count++) pass(true);
    expect(seen.size).toBeLessThan(5);
    const before = seen.size;
    for (let count = 0; count < 100; count++) pass(false);
    expect(seen.size).toBeGreaterThan(before + 10);
  });

  it("writes over nothing that was not taken, is still used, or was not flushed", () => {
    const step = fc.record({
      bytes: fc.integer({ min: 1, max: 300_000 }),
      action: fc.constantFrom("read", "read", "take", "take", "flush"),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 40, maxLength: 80 }), (steps) => {
        const passing = startPassing();
        for (const [index, { bytes, action }] of steps.entries()) {
          if (action === "read") passing.read(0x61 + (index % 26), bytes);
          if (action === "take") passing.take();
          if (action === "flush") passing.flush();
          expect(passing.spoiled()).toEqual([]);
        }
        expect(passing.taken).toEqual(passing.said.slice(0, passing.taken.length));
      }),
      { numRuns: 40 },
    );
  });
});

/** One who writes what was taken before the next is taken, and remembers all of it. */
function startPassing() {
  const passage = { writtenBytes: 0, flushedBytes: 0 };
  const memory = new LineMemory(passage);
  const used: { lines: Buffer; fill: number; endBytes: number }[] = [];
  const said: string[] = [];
  const taken: string[] = [];
  return {
    said,
    taken,
    read(fill: number, bytes: number): void {
      read(memory, Buffer.concat([Buffer.alloc(bytes, fill), Buffer.from("\n")]));
      said.push(`${fill} ${bytes}`);
    },
    take(): void {
      passage.writtenBytes = used.at(-1)?.endBytes ?? 0;
      const lines = memory.take();
      if (lines === null) return;
      used.push({ lines, fill: lines[0] ?? 0, endBytes: passage.writtenBytes + lines.length });
      for (const line of splitLines(lines)) taken.push(`${line[0]} ${line.length}`);
    },
    flush(): void {
      passage.flushedBytes = passage.writtenBytes;
    },
    /** What is still needed, and was written over. */
    spoiled: () =>
      used.filter(
        ({ lines, fill, endBytes }) => endBytes > passage.flushedBytes && lines[0] !== fill,
      ),
  };
}

function splitLines(lines: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let from = 0; from < lines.length;) {
    const end = lines.indexOf(0x0a, from);
    parts.push(lines.subarray(from, end));
    from = end + 1;
  }
  return parts;
}
