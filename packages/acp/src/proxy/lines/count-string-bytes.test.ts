import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countStringBytes } from "./count-string-bytes.ts";

const encoder = new TextEncoder();

function count(written: string): number {
  return countStringBytes(encoder.encode(written));
}

/** Every code unit escaped, as some peers write what is not ASCII. */
function escapeAll(text: string): string {
  return [...Array(text.length).keys()]
    .map((index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, "0")}`)
    .join("");
}

describe("countStringBytes", () => {
  it("counts what the string stands for", () => {
    expect(count("")).toBe(0);
    expect(count("plain")).toBe(5);
    expect(count('a\\nb\\\\\\"')).toBe(5);
    expect(count("\\u001b[31mé")).toBe(7);
    expect(count("\\ud83d\\ude00")).toBe(4);
    expect(count("\\uD83D\\uDe00\\u00E9")).toBe(6);
  });

  it("takes half a pair for the character that replaces it", () => {
    expect(count("\\ud83d")).toBe(3);
    expect(count("\\ude00\\ud83d")).toBe(6);
    expect(count("\\ud83dx\\ude00")).toBe(7);
  });

  it("agrees with whoever parses and encodes it, however it is written", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: "binary" }), fc.boolean())), (parts) => {
        const written = parts
          .map(([text, isEscaped]) =>
            isEscaped ? escapeAll(text) : JSON.stringify(text).slice(1, -1),
          )
          .join("");
        const text = String(JSON.parse(`"${written}"`));
        expect(count(written)).toBe(encoder.encode(text).length);
      }),
    );
  });

  it("bears what is no string of JSON", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(countStringBytes(bytes)).toBeLessThanOrEqual(bytes.length);
      }),
    );
    expect(count("\\")).toBe(0);
    expect(count("\\uxyz")).toBeLessThanOrEqual(6);
  });
});
