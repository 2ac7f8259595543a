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
});
