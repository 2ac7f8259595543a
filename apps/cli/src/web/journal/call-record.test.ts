import { describe, expect, it } from "vitest";
import type { Fields } from "../hub/message.ts";
import { createCallRecord, type CallRecord } from "./call-record.ts";
import { readOutputPart, toOutputUpdate } from "./terminal-output.ts";

const ANNOUNCED = {
  sessionUpdate: "tool_call",
  toolCallId: "c",
  title: "seq 3",
  status: "in_progress",
  _meta: { terminal_info: { terminal_id: "t", cwd: "/" } },
};
const EXIT = {
  sessionUpdate: "tool_call_update",
  toolCallId: "c",
  status: "completed",
  _meta: { terminal_exit: { terminal_id: "t", exit_code: 0, signal: null } },
};
const change = (members: Fields) => ({
  sessionUpdate: "tool_call_update",
  toolCallId: "c",
  ...members,
});
const print = (text: string) => toOutputUpdate("c", { kind: "output", terminalId: "t", text });
const lose = (lostBytes: number) =>
  toOutputUpdate("c", { kind: "gap", terminalId: "t", lostBytes });

function record(updates: readonly Fields[], limitBytes?: number): CallRecord {
  const call = createCallRecord("c", limitBytes);
  for (const [index, update] of updates.entries()) call.add({ update, atMs: index }, 100);
  return call;
}
const read = (call: CallRecord) => [...call.read()].map(({ update }) => update);

describe("the record of a call", () => {
  it("has its output in one piece, between what was said before and after", () => {
    const call = record([ANNOUNCED, print("1\n"), print("2\n"), print("3\n"), EXIT]);
    expect(read(call)).toEqual([ANNOUNCED, print("1\n2\n3\n"), EXIT]);
  });

  it("keeps when each was told", () => {
    const call = record([ANNOUNCED, print("1"), print("2"), EXIT]);
    expect([...call.read()].map(({ atMs }) => atMs)).toEqual([0, 1, 3]);
  });

  it("joins changes that follow each other: what a later one names wins", () => {
    const first = { sessionUpdate: "tool_call", toolCallId: "c", title: "a", _meta: { x: 1 } };
    const call = record([
      first,
      change({ title: "b" }),
      change({ status: "completed", _meta: { y: 2 } }),
    ]);
    expect(read(call)).toEqual([
      { ...first, title: "b", status: "completed", _meta: { x: 1, y: 2 } },
    ]);
  });

  it("keeps a change in its place among output", () => {
    const waiting = change({ _meta: { termwire: { waiting: true } } });
    const updates = [ANNOUNCED, print("1"), waiting, print("2")];
    expect(read(record(updates))).toEqual(updates);
  });

  it("keeps the newest output that fits, and says how much is missing", () => {
    const lines = Array.from({ length: 100 }, (_, index) => print(`${index % 10}\n`));
    const [announced, gap, output, ...rest] = read(record([ANNOUNCED, ...lines], 100));
    const [lost, kept] = [readOutputPart(gap ?? {}), readOutputPart(output ?? {})];
    expect([announced, rest]).toEqual([ANNOUNCED, []]);
    expect(
      lost?.kind === "gap" && kept?.kind === "output" && lost.lostBytes + kept.text.length,
    ).toBe(200);
    expect(kept).toMatchObject({ text: expect.stringMatching(/^\d?\n(?:\d\n)*$/u) });
  });

  it("counts what was lost before it came", () => {
    const call = record([ANNOUNCED, print("x".repeat(60)), lose(5), print("y".repeat(60))], 60);
    const gaps = read(call).flatMap((update) => {
      const part = readOutputPart(update);
      return part?.kind === "gap" ? [part.lostBytes] : [];
    });
    const kept = read(call).flatMap((update) => {
      const part = readOutputPart(update);
      return part?.kind === "output" ? [part.text] : [];
    });
    expect(gaps.reduce((sum, bytes) => sum + bytes, 0) + kept.join("").length).toBe(125);
  });

  it("stays small however often a call changes between its output", () => {
    const updates = Array.from({ length: 20_000 }, (_, index) =>
      index % 2 === 0 ? change({ title: String(index) }) : print("x"),
    );
    const call = record([ANNOUNCED, ...updates]);
    expect(read(call).length).toBeLessThanOrEqual(2_000);
    expect(call.sizeBytes).toBeLessThan(4_000_000);
    const parts = read(call).map(readOutputPart);
    const printed = parts.map((part) => (part?.kind === "output" ? part.text.length : 0));
    const lost = parts.map((part) => (part?.kind === "gap" ? part.lostBytes : 0));
    expect([...printed, ...lost].reduce((sum, bytes) => sum + bytes, 0)).toBe(10_000);
    expect(read(call)[0]).toMatchObject({ sessionUpdate: "tool_call" });
  });
});
