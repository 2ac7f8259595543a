import { describe, expect, it } from "vitest";
import { toEnding, toTerminalId, type TerminalEvent } from "@termwire/terminal";
import { createEarlyOutput } from "./early-output.ts";

const id = toTerminalId("t1");
const output = (length: number, of = id): TerminalEvent => ({
  type: "output-appended",
  id: of,
  bytes: new Uint8Array(length),
});
const ended: TerminalEvent = {
  type: "terminal-ended",
  id,
  ending: toEnding({ kind: "exited", code: 0 }, "exit"),
  durationMs: null,
};

describe("createEarlyOutput", () => {
  it("hands over what it kept, in order and once", () => {
    const early = createEarlyOutput();
    const events = [output(1), output(2), ended];
    for (const event of events) early.keep(event);
    expect(early.take(id)).toEqual(events);
    expect(early.take(id)).toEqual([]);
  });

  it("keeps the beginning of a flood, counts the rest, and never loses the ending", () => {
    const early = createEarlyOutput();
    for (let count = 0; count < 5000; count++) early.keep(output(1000));
    early.keep(ended);
    const events = early.take(id);
    const kept = events.reduce(
      (sum, event) => sum + ("bytes" in event ? event.bytes.length : 0),
      0,
    );
    const lost = events.find((event) => event.type === "output-lost");
    expect(kept).toBeLessThanOrEqual(256 * 1024);
    expect(kept + (lost?.lostBytes ?? 0)).toBe(5_000_000);
    expect(events.slice(-2)).toEqual([lost, ended]);
  });

  it("holds a bounded number of events and of ids", () => {
    const early = createEarlyOutput();
    for (let count = 0; count < 5000; count++) early.keep(output(1));
    expect(early.take(id).length).toBeLessThan(1100);
    const ids = Array.from({ length: 100 }, (_, index) => toTerminalId(`id${index}`));
    for (const one of ids) early.keep(output(1, one));
    expect(ids.filter((one) => early.take(one).length > 0)).toHaveLength(64);
  });
});
