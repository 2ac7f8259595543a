import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createOutputLog } from "@termwire/terminal";
import { watchWaiting } from "./watch-waiting.ts";

/** Longer than the longest pause between looks, twice. */
const LONG_MS = 5_000;

function createSource() {
  const log = createOutputLog(100);
  let end: () => void = () => undefined;
  const exited = new Promise<void>((resolve) => {
    end = resolve;
  });
  const source = {
    log,
    exited,
    end,
    reads: false as boolean | null,
    looks: 0,
    isRead: (): boolean | null => {
      source.looks += 1;
      return source.reads;
    },
  };
  return source;
}

function watch() {
  const source = createSource();
  const told: boolean[] = [];
  const stop = watchWaiting(source, (isWaiting) => void told.push(isWaiting));
  return { source, told, stop };
}

describe("waiting for input", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is told once when it begins and once when it is over, however long", () => {
    const { source, told } = watch();
    source.reads = true;
    vi.advanceTimersByTime(LONG_MS);
    expect(told).toEqual([true]);
    source.reads = false;
    vi.advanceTimersByTime(LONG_MS);
    expect(told).toEqual([true, false]);
  });

  it("is not told at once, nor of a program that reads between two steps", () => {
    const { source, told } = watch();
    source.reads = true;
    expect(told).toEqual([]);
    vi.advanceTimersByTime(100);
    source.reads = false;
    vi.advanceTimersByTime(LONG_MS);
    expect(told).toEqual([]);
  });

  it("is not looked for while the command prints", () => {
    const { source, told } = watch();
    source.reads = true;
    for (let time = 0; time < LONG_MS; time += 50) {
      source.log.append(Uint8Array.of(1));
      vi.advanceTimersByTime(50);
    }
    expect(source.looks).toBe(0);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(LONG_MS);
    expect(told).toEqual([true]);
  });

  it("is over as soon as what was typed is read, though its echo is printed", () => {
    const { source, told } = watch();
    source.reads = true;
    vi.advanceTimersByTime(LONG_MS);
    source.reads = false;
    source.log.append(Uint8Array.of(1));
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual([true, false]);
  });

  it("is looked for less and less often while nothing happens", () => {
    const { source } = watch();
    vi.advanceTimersByTime(60_000);
    expect(source.looks).toBeGreaterThan(50);
    expect(source.looks).toBeLessThan(70);
  });

  it("is over with the command, and looked for no more", async () => {
    const { source, told } = watch();
    source.reads = true;
    vi.advanceTimersByTime(LONG_MS);
    source.end();
    await source.exited;
    expect(told).toEqual([true, false]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is not told where the system does not tell", () => {
    const { source, told } = watch();
    source.reads = null;
    vi.advanceTimersByTime(LONG_MS);
    expect(told).toEqual([]);
  });

  it("is told no more to who stopped listening", async () => {
    const { source, told, stop } = watch();
    source.reads = true;
    stop();
    stop();
    vi.advanceTimersByTime(LONG_MS);
    source.end();
    await source.exited;
    expect(told).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
