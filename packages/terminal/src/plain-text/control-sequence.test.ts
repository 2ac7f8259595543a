import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  nextControlOffset,
  parseControlSequence,
  skipStyles,
  type ControlSequence,
} from "./control-sequence.ts";

const parse = (text: string): ControlSequence => parseControlSequence(text, 0);

describe("a control sequence", () => {
  it("is found anywhere but at tabs and line feeds", () => {
    expect(nextControlOffset("a\tb\nc\u001Bd\r", 0)).toBe(5);
    expect(nextControlOffset("a\tb\nc\u001Bd\r", 6)).toBe(7);
    expect(nextControlOffset("\u007Fa\u0085", 1)).toBe(2);
    expect(nextControlOffset("a\tb\n漢é", 0)).toBe(-1);
  });

  it("of the CSI kind comes apart into prefix, parameters, intermediates and final", () => {
    expect(parse("\u001B[?1;2 qrest")).toEqual({
      kind: "csi",
      prefix: "?",
      params: "1;2",
      intermediates: " ",
      final: "q",
      end: 8,
    });
  });

  it("is the same when it starts with one C1 control character", () => {
    expect(parse("\u009B2K")).toEqual({ ...parse("\u001B[2K"), end: 3 });
    expect(parse("\u0084")).toEqual({ ...parse("\u001BD"), end: 1 });
    expect(parse("\u009Dtitle\u009Cx")).toEqual({ kind: "ignored", end: 7 });
  });

  it("of the escape kind has a final after its intermediates", () => {
    expect(parse("\u001B(0q")).toEqual({ kind: "escape", intermediates: "(", final: "0", end: 3 });
    expect(parse("\u001B7x")).toEqual({ kind: "escape", intermediates: "", final: "7", end: 2 });
  });

  it("of one character is that character", () => {
    expect(parse("\bx")).toEqual({ kind: "character", character: "\b", end: 1 });
  });

  it.each([
    ["a bell", "\u001B]0;t\u0007", 6],
    ["a string terminator", "\u001B]0;t\u001B\\", 7],
    ["the start of another sequence, which stays", "\u001B]0;t\u001B[m", 5],
    ["a line feed, which stays", "\u001B]0;t\nx", 5],
    ["a cancel", "\u001B]0;t\u0018x", 6],
    ["the end of the text", "\u001B]0;title", 9],
  ])("that sets a title ends at %s", (_name, text, end) => {
    expect(parse(text)).toEqual({ kind: "ignored", end });
  });

  it("that holds graphics goes on over line feeds", () => {
    expect(parse("\u001BPq\n~\n\u001B\\x")).toEqual({ kind: "ignored", end: 8 });
  });

  it.each(["\u001B", "\u001B[", "\u001B[1;", "\u001B[1 ", "\u001B(", "\u001B[1 2m", "\u001B[;<m"])(
    "that is unfinished or makes no sense is eaten whole: %j",
    (text) => {
      expect(parse(text)).toEqual({ kind: "ignored", end: text.length });
    },
  );

  it("that makes no sense does not eat the control or the character it breaks off at", () => {
    expect(parse("\u001B[1\n")).toEqual({ kind: "ignored", end: 3 });
    expect(parse("\u001B[1é")).toEqual({ kind: "ignored", end: 3 });
    expect(parse("\u001B\u001B[m")).toEqual({ kind: "ignored", end: 1 });
  });

  it("of styles is skipped together with those that follow it directly", () => {
    expect(skipStyles("\u001B[1m\u001B[38;2;1;2;3mx", 0)).toBe(17);
    expect(skipStyles("x\u001B[m", 1)).toBe(4);
    expect(skipStyles("\u001B[1K", 0)).toBe(0);
    expect(skipStyles("\u001B[>1m", 0)).toBe(0);
  });

  it("always ends after it began and inside the text", () => {
    const unit = fc.constantFrom("\u001B", "[", "]", "P", "?", "1", ";", " ", "m", "\u009B", "\n");
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 30 }), (rest) => {
        const text = `\u001B${rest}`;
        const { end } = parseControlSequence(text, 0);
        expect(end).toBeGreaterThan(0);
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
