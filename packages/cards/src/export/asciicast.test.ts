import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toTerminalId, type TerminalEvent } from "@termwire/terminal";
import { createCardRecord } from "../record/card-record.ts";
import { toAsciicast } from "./asciicast.ts";

const id = toTerminalId("t1");
const started = (size: { cols: number; rows: number } | null): TerminalEvent => ({
  type: "terminal-started",
  id,
  command: "make",
  cwd: "/repo",
  size,
  startedAtMs: 1_700_000_000_500,
});
const output = (bytes: Uint8Array): TerminalEvent => ({ type: "output-appended", id, bytes });
const text = (value: string): TerminalEvent => output(new TextEncoder().encode(value));

function castOf(events: readonly (readonly [atMs: number, event: TerminalEvent])[], limit = 1e6) {
  const record = createCardRecord(limit);
  for (const [atMs, event] of events) record.apply(event, 1000 + atMs);
  const cast = toAsciicast(record);
  expect(cast.endsWith("\n")).toBe(true);
  const [header, ...lines] = cast
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  return { header, lines };
}

describe("a recording", () => {
  it("begins with what is known of the terminal", () => {
    const { header } = castOf([[0, started({ cols: 100, rows: 30 })]]);
    expect(header).toEqual({
      version: 2,
      width: 100,
      height: 30,
      timestamp: 1_700_000_000,
      command: "make",
      title: "make",
    });
  });

  it("has a size also where the command had no terminal, and ends of lines that return", () => {
    const { header, lines } = castOf([
      [0, started(null)],
      [20, text("a\nb\r")],
      [60, text("\nc")],
    ]);
    expect(header).toMatchObject({ width: 80, height: 24 });
    expect(lines).toEqual([
      [0.02, "o", "a\r\nb\r"],
      [0.06, "o", "\nc"],
    ]);
  });

  it("has each moment with its seconds, and changes of the size", () => {
    const { lines } = castOf([
      [0, started({ cols: 80, rows: 24 })],
      [1500, text("a")],
      [
        2000,
        { type: "terminal-changed", id, command: "make", cwd: null, size: { cols: 90, rows: 20 } },
      ],
      [2500, text("b")],
    ]);
    expect(lines).toEqual([
      [1.5, "o", "a"],
      [2, "r", "90x20"],
      [2.5, "o", "b"],
    ]);
  });

  it("says where bytes are missing", () => {
    const { lines } = castOf([
      [0, started({ cols: 80, rows: 24 })],
      [10, text("a")],
      [30, { type: "output-lost", id, lostBytes: 7 }],
      [50, text("b")],
    ]);
    expect(lines).toEqual([
      [0.01, "o", "a"],
      [0.05, "m", "7 bytes missing"],
      [0.05, "o", "b"],
    ]);
  });

  it("does not split a character, and keeps the rest of one at the end (case 101)", () => {
    const bytes = new TextEncoder().encode("a≤");
    const { lines } = castOf([
      [0, started({ cols: 80, rows: 24 })],
      [20, output(bytes.subarray(0, 2))],
      [60, output(bytes.subarray(2, 3))],
    ]);
    expect(lines).toEqual([
      [0.02, "o", "a"],
      [0.06, "o", "\uFFFD"],
    ]);
  });

  it("has what is kept when the oldest bytes are gone", () => {
    const { lines } = castOf(
      [
        [0, text("abcdef")],
        [50, text("gh")],
      ],
      4,
    );
    expect(lines).toEqual([
      [0, "o", "ef"],
      [0.05, "o", "gh"],
    ]);
  });

  it("plays everything that was printed in a terminal, in order", () => {
    const chunk = fc.tuple(fc.nat(90), fc.string({ maxLength: 8 }));
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 20 }), (chunks) => {
        let atMs = 0;
        const events = chunks.map(([ms, value]) => [(atMs += ms), text(value)] as const);
        const { lines } = castOf([[0, started({ cols: 80, rows: 24 })], ...events]);
        const played = lines.map((line) => (Array.isArray(line) ? String(line[2]) : "")).join("");
        expect(played).toBe(chunks.map(([, value]) => value).join(""));
      }),
    );
  });
});
