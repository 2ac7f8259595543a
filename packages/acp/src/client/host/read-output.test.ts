import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOutputLog } from "@termwire/terminal";
import { renderPlainText } from "@termwire/terminal/plain-text";
import { createOutputTextReader } from "./read-output.ts";

const ESC = "\u001B";
const encoder = new TextEncoder();

function createReader(limitBytes: number, logBytes = 1024 * 1024) {
  const log = createOutputLog(logBytes);
  const reader = createOutputTextReader(log, limitBytes);
  return {
    log,
    read: () => reader.read(),
    print: (text: string): void => log.append(encoder.encode(text)),
  };
}

const lines = (from: number, end: number, of: (index: number) => string): string =>
  Array.from({ length: end - from }, (_, index) => of(from + index)).join("");
const colour = (index: number): string => `${ESC}[32mok${ESC}[0m ${index}\r\n`;
const plain = (index: number): string => `ok ${index}\n`;

describe("output that is read while it grows", () => {
  it("is all of it each time, colours and redrawn lines resolved (cases 110, 112)", async () => {
    const { read, print } = createReader(1024 * 1024);
    for (let at = 0; at < 10; at++) {
      print(lines(at * 1000, at * 1000 + 1000, colour));
      print(`${at}%\r${ESC}[K`);
      const { output, truncated } = await read();
      expect(truncated).toBe(false);
      expect(output).toBe(lines(0, at * 1000 + 1000, plain));
    }
  });

  it("loses nothing of what a limit has room for as text, however much more its bytes were", async () => {
    const { read, print } = createReader(3_000, 3_000);
    for (let at = 0; at < 150; at++) {
      print(`\r${ESC}[2K${ESC}[32m${"=".repeat(at % 40)}${ESC}[0m ${at}`);
      await read();
    }
    expect(await read()).toEqual({ output: `${"=".repeat(29)} 149`, truncated: false });
  });

  it("is the newest whole characters when it outgrows its limit, at every reading (cases 105, 116)", async () => {
    const { read, print } = createReader(20_000);
    let all = "";
    for (let at = 0; at < 60; at++) {
      const text = lines(at * 100, at * 100 + 100, (index) => `é漢🚀 ${index}\n`);
      all += text;
      print(text);
      const { output, truncated } = await read();
      expect(truncated).toBe(encoder.encode(all).length > 20_000);
      expect(all.endsWith(output)).toBe(true);
      expect(output).not.toContain("\uFFFD");
      const size = encoder.encode(output).length;
      expect(size).toBeLessThanOrEqual(20_000);
      expect(size).toBeGreaterThanOrEqual(Math.min(encoder.encode(all).length, 20_000 - 3));
    }
  });

  it("starts anew with what is kept when more came than is kept", async () => {
    const { read, print } = createReader(1000, 1000);
    print("first\n");
    expect(await read()).toEqual({ output: "first\n", truncated: false });
    print(lines(0, 500, plain));
    const { output, truncated } = await read();
    expect(truncated).toBe(true);
    expect(lines(0, 500, plain).endsWith(output)).toBe(true);
    expect(output.length).toBe(1000);
    print("last\n");
    expect((await read()).output).toMatch(/ok 499\nlast\n$/u);
  });

  it("begins in no control, wherever the limit cuts (case 115)", async () => {
    const text = `start ${ESC}[1;31mred${ESC}[0m ${ESC}[38;5;208morange${ESC}[m ${ESC}(Bend`;
    const shown = "start red orange end";
    for (let limitBytes = 1; limitBytes < text.length; limitBytes++) {
      const { read, print } = createReader(limitBytes);
      print(text);
      const { output } = await read();
      expect(shown.endsWith(output)).toBe(true);
      expect(output.length).toBeGreaterThanOrEqual(Math.min(limitBytes, 3));
    }
  });

  it("is bounded when nothing of it is ever settled, as on a screen of its own", async () => {
    const { read, print } = createReader(20_000);
    print(`${ESC}[?1049h`);
    for (let at = 0; at < 50; at++) {
      print(lines(at * 100, at * 100 + 100, plain));
      await read();
    }
    const { output, truncated } = await read();
    expect(truncated).toBe(true);
    expect(encoder.encode(output).length).toBeLessThanOrEqual(20_000);
    expect(output).toMatch(/ok 4999\n$/u);
  });

  it("is nothing at a limit of 0, and says when that is not all (case 106)", async () => {
    const { read, print } = createReader(0);
    expect(await read()).toEqual({ output: "", truncated: false });
    print("x");
    expect(await read()).toEqual({ output: "", truncated: true });
  });

  it("is the same promise while nothing new came, and in order when many read at once", async () => {
    const { read, print } = createReader(1000);
    print("a");
    const first = read();
    expect(read()).toBe(first);
    print("b");
    const second = read();
    print("c");
    const outputs = await Promise.all([first, second, read()]);
    expect(outputs.map(({ output }) => output.length)).toEqual(
      outputs.map(({ output }) => output.length).toSorted((one, other) => one - other),
    );
    expect(outputs.at(-1)).toEqual({ output: "abc", truncated: false });
  });

  it("is what one reading at the end gives, wherever it is read before", async () => {
    const piece = fc.constantFrom(
      "a",
      "漢",
      "\n",
      "\r\n",
      "\r",
      `${ESC}[31m`,
      `${ESC}[K`,
      `${ESC}[2A`,
      "\b",
      "x\n",
      lines(0, 200, colour),
      lines(0, 60, (index) => `\r${ESC}[K${index}`),
    );
    const printed = fc.array(fc.array(piece, { maxLength: 12 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(printed, async (parts) => {
        const { read, print } = createReader(1024 * 1024);
        for (const part of parts) {
          print(part.join(""));
          await read();
        }
        const all = encoder.encode(parts.flat().join(""));
        expect(await read()).toEqual({ output: await renderPlainText(all), truncated: false });
      }),
      { numRuns: 20 },
    );
  });
});
