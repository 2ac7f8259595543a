import { describe, expect, it } from "vitest";
import { createEmulatorInput } from "./emulator-input.ts";

const reaches = (text: string): Record<string, string> =>
  Object.fromEntries(createEmulatorInput(text).effects);

describe("the input of the emulator", () => {
  it("is finished text when nothing in it moves anything", () => {
    const input = createEmulatorInput("\u001B[1ma\u001B[0m\r\nb\u001B]0;t\u0007\n");
    expect(input.text).toBe("a\nb\n");
    expect(input.effects.size).toBe(0);
  });

  it("says how far the controls of each line reach", () => {
    expect(reaches("a\n1%\r2%\nb\n\u001B[2Ac\r\nd\u001B7\ne")).toEqual({
      1: "line",
      3: "screen",
      4: "rest",
    });
  });

  it("takes the furthest reach of a line whatever the order", () => {
    expect(reaches("a\rb\u001B[Ac\rd")).toEqual({ 0: "screen" });
  });

  it.each([
    ["C", "line"],
    ["G", "line"],
    ["K", "line"],
    ["?K", "line"],
    ["3b", "line"],
    ["A", "screen"],
    ["2;2H", "screen"],
    ["2J", "screen"],
    ["3T", "screen"],
    ["2;9r", "rest"],
    ["?1049h", "rest"],
    ["?25;47h", "rest"],
    ["4h", "rest"],
    ["s", "rest"],
  ])("keeps CSI %s with reach %s", (body, reach) => {
    expect(reaches(`a\u001B[${body}b`)).toEqual({ 0: reach });
  });

  it.each([
    "m",
    "?25h",
    "6n",
    "c",
    "3J",
    "1;2;3;4;5T",
    ">4;1m",
    "=1u",
    "?2026$p",
    "5i",
    "20h",
    "!p",
  ])("leaves CSI %s out", (body) => {
    expect(createEmulatorInput(`a\u001B[${body}b`)).toMatchObject({ text: "ab" });
    expect(reaches(`a\u001B[${body}b`)).toEqual({});
  });

  it("cuts numbers down to the size of the screen", () => {
    expect(createEmulatorInput("\u001B[2147483647L\u001B[99999999999999999999C").text).toBe(
      "\u001B[50L\u001B[240C",
    );
  });

  it("keeps what undoes a lasting control only after one", () => {
    expect(createEmulatorInput("\u001B(Ba").text).toBe("a");
    expect(createEmulatorInput("\u001B(0q\u001B(Ba").text).toBe("\u001B(0q\u001B(Ba");
  });

  it("keeps modes that matter out of a list with others that do not", () => {
    expect(createEmulatorInput("\u001B[?25;1049;2004h").text).toBe("\u001B[?1049h");
  });

  it("bounds the work that a hostile text can cause, and not that of a redrawn screen", () => {
    const count = (text: string, part: string): number => text.split(part).length - 1;
    const hostile = createEmulatorInput("\u001B[50L".repeat(100_000)).text;
    expect(count(hostile, "\u001B[50L")).toBeLessThan(5_000);
    expect(count(createEmulatorInput("\u001B[240Cx\n".repeat(100_000)).text, "[240C")).toBeLessThan(
      30_000,
    );
    const columns = `a\u001B[30Gb\u001B[60Gc\n`.repeat(2_000);
    expect(count(createEmulatorInput(columns).text, "\u001B[60G")).toBe(2_000);
    const frames = `\u001B[H\u001B[2J${"row of a table\n".repeat(20)}`.repeat(500);
    expect(count(createEmulatorInput(frames).text, "\u001B[2J")).toBe(500);
  });
});
