import { describe, expect, it } from "vitest";
import { toTerminalId, type TerminalEvent } from "@termwire/terminal";
import { createCardRecord } from "./card-record.ts";

const id = toTerminalId("t1");
const bytes = (text: string) => new TextEncoder().encode(text);
const appended = (text: string): TerminalEvent => ({
  type: "output-appended",
  id,
  bytes: bytes(text),
});
const replaced = (text: string): TerminalEvent => ({
  type: "output-replaced",
  id,
  bytes: bytes(text),
});

function recordOf(events: readonly TerminalEvent[], limitBytes = 1000) {
  const record = createCardRecord(limitBytes);
  for (const [index, event] of events.entries()) record.apply(event, 5000 + index * 100);
  const text = new TextDecoder().decode(record.output.read(0).bytes);
  return { record, text };
}

describe("the record of a card", () => {
  it("knows nothing before the first event", () => {
    expect(createCardRecord(10).state).toBeUndefined();
  });

  it("keeps the newest bytes and when they came", () => {
    const { record, text } = recordOf([appended("abc"), appended("defg")], 5);
    expect(text).toBe("cdefg");
    expect(record.output.startOffset).toBe(2);
    expect(record.times.entries).toEqual([
      { endOffset: 3, atMs: 0 },
      { endOffset: 7, atMs: 100 },
    ]);
    expect(record.state?.outputBytes).toBe(7);
  });

  it("takes no more room for finished output than that is long, and more again when more comes", () => {
    const ended: TerminalEvent = {
      type: "terminal-ended",
      id,
      ending: { kind: "exited", code: 0, cause: "exit" },
      durationMs: 1,
    };
    expect(recordOf([appended("abc"), ended]).record.output.limitBytes).toBe(3);
    expect(recordOf([ended]).record.output.limitBytes).toBe(0);
    const late = recordOf([appended("abc"), ended, appended("defg")], 6);
    expect([late.text, late.record.output.startOffset]).toEqual(["bcdefg", 1]);
    const full = recordOf([appended("abcdefgh"), ended, appended("ij")], 6);
    expect([full.text, full.record.output.startOffset]).toEqual(["efghij", 4]);
  });

  it("counts lines, as far as a card could show them", () => {
    expect(recordOf([appended("a\nb\n"), appended("c\nd")]).record.lines).toBe(3);
    expect(recordOf([appended("\n".repeat(999)), appended("\n")]).record.lines).toBe(200);
    expect(recordOf([appended("a\nb\n"), replaced("c\n")]).record.lines).toBe(1);
  });

  it("knows where bytes are missing, and joins what is missing at one place", () => {
    const { record } = recordOf([
      appended("abc"),
      { type: "output-lost", id, lostBytes: 5 },
      { type: "output-lost", id, lostBytes: 7 },
      appended("def"),
      { type: "output-lost", id, lostBytes: 1 },
    ]);
    expect(record.gaps).toEqual([
      { offset: 3, lostBytes: 12 },
      { offset: 6, lostBytes: 1 },
    ]);
  });

  it("takes a snapshot that goes on from the last one as what came since", () => {
    const { record, text } = recordOf([
      replaced("one\n"),
      replaced("one\ntwo\n"),
      replaced("one\ntwo\n"),
    ]);
    expect(text).toBe("one\ntwo\n");
    expect(record.generation).toBe(0);
    expect(record.times.entries).toHaveLength(2);
  });

  it.each([
    ["other text", [replaced("one\n"), replaced("two\n")], "two\n"],
    ["less text", [replaced("one\n"), replaced("on")], "on"],
    [
      "text after a gap",
      [appended("one\n"), { type: "output-lost", id, lostBytes: 9 }, replaced("one\ntwo")],
      "one\ntwo",
    ],
  ] satisfies [string, TerminalEvent[], string][])(
    "begins anew for a snapshot of %s",
    (_name, events, shown) => {
      const { record, text } = recordOf(events);
      expect(text).toBe(shown);
      expect(record.generation).toBe(1);
      expect(record.gaps).toEqual([]);
      expect(record.state?.lostBytes).toBe(0);
    },
  );

  it("keeps each size once, with its time", () => {
    const changed = (cols: number): TerminalEvent => ({
      type: "terminal-changed",
      id,
      command: null,
      cwd: null,
      size: { cols, rows: 24 },
    });
    const { record } = recordOf([changed(80), changed(80), changed(100)]);
    expect(record.sizes).toEqual([
      { size: { cols: 80, rows: 24 }, atMs: 0 },
      { size: { cols: 100, rows: 24 }, atMs: 200 },
    ]);
  });

  it("bounds what it keeps of gaps, and loses none of their bytes", () => {
    const record = createCardRecord(10);
    for (let index = 0; index < 3000; index++) {
      record.apply(appended("x"), index);
      record.apply({ type: "output-lost", id, lostBytes: 2 }, index);
    }
    expect(record.gaps.length).toBeLessThanOrEqual(1000);
    expect(record.gaps.reduce((sum, { lostBytes }) => sum + lostBytes, 0)).toBe(6000);
  });
});
