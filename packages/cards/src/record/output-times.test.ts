import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOutputTimes } from "./output-times.ts";

describe("the times of output", () => {
  it("keep one entry for what comes within a frame", () => {
    const times = createOutputTimes();
    times.add(10, 0);
    times.add(20, 5);
    times.add(30, 100);
    expect(times.entries).toEqual([
      { endOffset: 20, atMs: 0 },
      { endOffset: 30, atMs: 100 },
    ]);
  });

  it("get coarser in a very long recording, and never many or short", () => {
    const times = createOutputTimes();
    for (let index = 1; index <= 60_000; index++) times.add(index * 10, index * 20);
    expect(times.entries.length).toBeLessThanOrEqual(16_384);
    expect(times.entries.at(-1)?.endOffset).toBe(600_000);
    expect(times.entries[0]?.atMs).toBeLessThan(1000);
  });

  it("always end where the output ends, in order", () => {
    const steps = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 0, max: 40 })),
      {
        minLength: 1,
      },
    );
    fc.assert(
      fc.property(steps, (all) => {
        const times = createOutputTimes();
        let offset = 0;
        let atMs = 0;
        for (const [bytes, ms] of all) times.add((offset += bytes), (atMs += ms));
        const offsets = times.entries.map(({ endOffset }) => endOffset);
        expect(offsets.at(-1)).toBe(offset);
        expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
      }),
    );
  });

  it("start anew", () => {
    const times = createOutputTimes();
    times.add(1, 1);
    times.clear();
    expect(times.entries).toEqual([]);
  });
});
