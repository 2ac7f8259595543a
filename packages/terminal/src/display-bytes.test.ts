import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDisplayBytes } from "./display-bytes.ts";

function convert(...chunks: readonly string[]): string {
  const display = createDisplayBytes();
  return Buffer.concat(chunks.map((chunk) => display.convert(Buffer.from(chunk)))).toString();
}

describe("bytes for a grid (case 128)", () => {
  it.each([
    [["a\nb\nc\n"], "a\r\nb\r\nc\r\n"],
    [["a\r\nb\r\n"], "a\r\nb\r\n"],
    [["a\r", "\nb\n"], "a\r\nb\r\n"],
    [["a\r", "", "\nb"], "a\r\nb"],
    [["\n", "\n"], "\r\n\r\n"],
    [["10%\r20%\r", "30%\n"], "10%\r20%\r30%\r\n"],
    [["a\n\rb"], "a\r\n\rb"],
    [["\r\r\n"], "\r\r\n"],
    [[""], ""],
  ])("%j show as %j", (chunks, shown) => {
    expect(convert(...chunks)).toBe(shown);
  });

  it("come back uncopied when nothing is to be changed", () => {
    const bytes = new Uint8Array([0x61, 0x0d, 0x0a, 0xc3, 0xa9]);
    expect(createDisplayBytes().convert(bytes)).toBe(bytes);
  });

  it("are the same however the stream is cut, and nothing but returns is added", () => {
    const part = fc.constantFrom("\r", "\n", "\r\n", "a", "é", "\u001b[1A");
    const chunks = fc.array(fc.array(part).map((parts) => parts.join("")));
    fc.assert(
      fc.property(chunks, (cut) => {
        const whole = cut.join("");
        const shown = convert(...cut);
        expect(shown).toBe(whole.replace(/(?<!\r)\n/g, "\r\n"));
        expect(convert(shown)).toBe(shown);
      }),
    );
  });
});
