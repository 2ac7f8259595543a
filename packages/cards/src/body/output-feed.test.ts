import { afterEach, describe, expect, it, vi } from "vitest";
import { toTerminalId } from "@termwire/terminal";
import { rowText } from "../emulator/grid-row.ts";
import { createCardRecord } from "../record/card-record.ts";
import { DRAWN_BYTES, OutputFeed } from "./output-feed.ts";

const id = toTerminalId("t1");
const size = { cols: 80, rows: 24 };
const feeds: OutputFeed[] = [];
afterEach(() => {
  for (const feed of feeds.splice(0)) feed[Symbol.dispose]();
});

function start(limitBytes = 32 * 1024 * 1024) {
  const record = createCardRecord(limitBytes);
  const print = (text: string): void => {
    record.apply({ type: "output-appended", id, bytes: new TextEncoder().encode(text) }, 0);
  };
  const feed = (): OutputFeed => {
    const made = new OutputFeed(record, size, () => {});
    feeds.push(made);
    made.pump();
    return made;
  };
  return { record, print, feed };
}

const isThrough = (feed: OutputFeed): Promise<void> =>
  vi.waitFor(() => expect(feed.isThrough).toBe(true), { timeout: 10_000 });

describe("the feed of a card", () => {
  it("brings in what there is, and what comes", async () => {
    const { print, feed } = start();
    print("one\n");
    const live = feed();
    await isThrough(live);
    print("two\n");
    live.pump();
    await isThrough(live);
    expect(live.emulator.endRow).toBe(2);
  });

  it("begins with the newest output, at a line, when there is very much (case 174)", async () => {
    const { print, feed } = start();
    const line = `${"x".repeat(63)}\n`;
    print(line.repeat((10 * 1024 * 1024) / 64));
    print("the end\n");
    const live = feed();
    expect(live.startOffset).toBeGreaterThan(0);
    expect(live.startOffset % 64).toBe(0);
    await isThrough(live);
    const { emulator } = live;
    expect(rowText(emulator.readRow(emulator.endRow - 1))).toBe("the end");
    expect(rowText(emulator.readRow(0))).toMatch(/^x*$/u);
  });

  it("knows when it is far behind, and when the output was replaced", () => {
    const { record, print, feed } = start();
    print("one\n");
    const live = feed();
    expect(live.isOutrun).toBe(false);
    print("x".repeat(DRAWN_BYTES + 10));
    expect(live.isOutrun).toBe(true);
    const next = feed();
    expect(next.isOutrun).toBe(false);
    record.apply({ type: "output-replaced", id, bytes: Uint8Array.of(65) }, 0);
    expect(next.isOutrun).toBe(true);
  });

  it("marks what is missing where it is missing", async () => {
    const { record, print, feed } = start();
    print("head\n");
    record.apply({ type: "output-lost", id, lostBytes: 99 }, 0);
    print("tail\n");
    const live = feed();
    await isThrough(live);
    expect([0, 1].map((row) => live.emulator.readRow(row).gapBytes)).toEqual([0, 99]);
  });

  it("does nothing any more when disposed of", async () => {
    const { print, feed } = start();
    print("x\n".repeat(200_000));
    const live = feed();
    live[Symbol.dispose]();
    live.pump();
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    expect(live.isThrough).toBe(false);
  });
});
