import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MessageLines } from "./message-lines.ts";

describe("the lines of a server", () => {
  it("are the same however they come", () => {
    const line = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(/[\r\n]/gu, ""));
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat({ max: 40 })), (lines, sizes) => {
        const bytes = new TextEncoder().encode(lines.map((each) => `${each}\n`).join(""));
        const reader = new MessageLines();
        const read: string[] = [];
        let at = 0;
        for (const size of sizes) {
          read.push(...reader.take(bytes.subarray(at, at + size)));
          at += size;
        }
        read.push(...reader.take(bytes.subarray(at)));
        expect(read).toEqual(lines);
      }),
    );
  });

  it("end in either way", () => {
    expect(new MessageLines().take(new TextEncoder().encode("a\r\nb\nc"))).toEqual(["a", "b"]);
  });

  it("are refused when one never ends", () => {
    const reader = new MessageLines();
    const piece = new Uint8Array(1024 * 1024).fill(0x78);
    expect(() => {
      for (let sent = 0; sent < 20; sent++) reader.take(piece);
    }).toThrow("a message without an end");
  });
});
