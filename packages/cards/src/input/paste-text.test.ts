import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pasteText } from "./paste-text.ts";

const plain = { isApplicationCursor: false, isBracketedPaste: false };
const marked = { ...plain, isBracketedPaste: true };

describe("pasted text", () => {
  it("ends its lines as the Enter key does", () => {
    expect(pasteText("a\nb\r\nc\td", plain)).toBe("a\rb\rc\td");
  });

  it("is marked where the program asked for it", () => {
    expect(pasteText("a", marked)).toBe("\u001B[200~a\u001B[201~");
  });

  it("cannot end its own mark and go on as if typed", () => {
    expect(pasteText("a\u001B[201~rm -rf /\n", marked)).toBe(
      "\u001B[200~a[201~rm -rf /\r\u001B[201~",
    );
  });

  it("never holds another control character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(pasteText(text, plain)).not.toMatch(/(?![\t\r])\p{Cc}/u);
      }),
    );
  });
});
