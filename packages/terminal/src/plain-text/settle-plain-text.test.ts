import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderPlainText } from "./render-plain-text.ts";
import { settlePlainText } from "./settle-plain-text.ts";

const encoder = new TextEncoder();
const ESC = "\u001B";
const lines = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => of(index)).join("");

/** Takes an output in by parts, as one that polls reads it. */
async function readByParts(parts: readonly string[]) {
  let text = "";
  let rest: Uint8Array = new Uint8Array(0);
  for (const part of parts) {
    const settled = await settlePlainText(Buffer.concat([rest, encoder.encode(part)]));
    text += settled.text;
    rest = settled.rest;
  }
  return { settled: text, rest, text: text + (await renderPlainText(rest)) };
}

const render = (parts: readonly string[]): Promise<string> =>
  renderPlainText(encoder.encode(parts.join("")));

describe("an output that goes on", () => {
  it("is settled but for the lines that a control can still reach", async () => {
    const { settled, rest, text } = await readByParts([lines(200, (index) => `line ${index}\n`)]);
    expect(settled).toBe(lines(151, (index) => `line ${index}\n`));
    expect(new TextDecoder().decode(rest)).toBe(lines(49, (index) => `line ${151 + index}\n`));
    expect(text).toBe(await render([lines(200, (index) => `line ${index}\n`)]));
  });

  it.each([
    ["coloured lines", lines(5000, (at) => `${ESC}[32mPASS${ESC}[0m file-${at}\r\n`)],
    ["a progress bar in one line", lines(5000, (at) => `\r${ESC}[2K${"=".repeat(at % 40)}> ${at}`)],
    ["bars that end", lines(5000, (at) => `\r${ESC}[K${at % 101}%${at % 101 === 100 ? "\n" : ""}`)],
    ["rows that are drawn anew", lines(2000, (at) => `${ESC}[3A${ESC}[2K${at}\na\n${ESC}[Kb\n`)],
    ["rows below a log", lines(2000, (at) => `${ESC}[2A${ESC}[Jlog ${at}\nrow ${at}\nrow\n`)],
    ["a corner of the screen", lines(2000, (at) => `${ESC}[2;7Hat ${at}\n`)],
  ])("leaves little to render again: %s", async (_name, text) => {
    const parts = text.match(/[^]{1,3000}/gu) ?? [];
    const read = await readByParts(parts);
    expect(read.rest.length).toBeLessThan(5000);
    expect(read.text).toBe(await render(parts));
  });

  it("keeps the tabs and spaces of lines that nothing moves", async () => {
    const text = lines(120, (index) => `\tx:\t${index}  \n`);
    expect((await readByParts([text, `${ESC}[31m\tred\t${ESC}[0m \n`])).text).toBe(
      `${text}\tred\t \n`,
    );
  });

  it("cuts no character and no control in two, wherever it is read (cases 100, 115)", async () => {
    const text = `${"é漢🚀\n".repeat(60)}${ESC}]0;title\u0007a${ESC}[2Kb\rc\n${ESC}[2Ad\n\n\n`;
    const bytes = encoder.encode(text);
    for (let at = bytes.length - 60; at <= bytes.length; at++) {
      const { text: head, rest } = await settlePlainText(bytes.subarray(0, at));
      const tail = await renderPlainText(Buffer.concat([rest, bytes.subarray(at)]));
      expect(head + tail).toBe(await renderPlainText(bytes));
    }
  });

  it.each([
    ["another screen", `${ESC}[?1049h`],
    ["margins", `${ESC}[2;5r`],
    ["a control without an end", `${ESC}Pq`],
  ])("is all open after %s", async (_name, control) => {
    const text = control + lines(100, (index) => `${index}\n`);
    expect(await settlePlainText(encoder.encode(text))).toEqual({
      text: "",
      rest: encoder.encode(text),
    });
  });

  it("is the same text as all of it at once, whatever its controls and parts", async () => {
    const control = fc.constantFrom(
      ..."\r,\b,\r\n,\n\n,[K,[1K,[2K,[A,[3A,[9A,[B,[5C,[3D,[J,[2J,[H,[2L,[M,[2P,[@,[31m,[d".split(
        ",",
      ),
    );
    const piece = fc.oneof(
      control.map((name) => (name.startsWith("[") ? ESC + name : name)),
      fc.constantFrom("a", "bcd", "漢", "e\u0301", "some more of it", "\n"),
      fc.integer({ min: 20, max: 130 }).map((count) => lines(count, (index) => `l${index}\n`)),
      fc.integer({ min: 230, max: 250 }).map((count) => "w".repeat(count)),
    );
    const part = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 5 }), async (parts) => {
        const read = await readByParts(parts);
        expect(read.text).toBe(await render(parts));
      }),
      { numRuns: 40 },
    );
  });
});
