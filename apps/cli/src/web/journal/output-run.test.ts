import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOutputRun } from "./output-run.ts";

describe("a run of output", () => {
  it("is nothing at first", () => {
    const run = createOutputRun();
    expect([run.read(), run.sizeBytes, run.dropFirst(10)]).toEqual(["", 0, 0]);
  });

  it("leaves out whole characters, and says how many bytes it were", () => {
    const run = createOutputRun();
    run.append("ä€😀x");
    expect(run.dropFirst(1)).toBe(2);
    expect(run.read()).toBe("€😀x");
    expect(run.dropFirst(4)).toBe(7);
    expect([run.read(), run.sizeBytes]).toEqual(["x", 1]);
  });

  it("costs little for many small pieces", () => {
    const run = createOutputRun();
    for (let count = 0; count < 100_000; count++) run.append("abc");
    expect(run.sizeBytes).toBe(300_000);
    expect(run.read()).toHaveLength(300_000);
  });

  it("always keeps the end of what came, and counts what it left out", () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ append: fc.string({ unit: "grapheme", maxLength: 40 }) }),
        fc.record({ drop: fc.nat(60) }),
      ),
    );
    fc.assert(
      fc.property(steps, (all) => {
        const run = createOutputRun();
        let [text, dropped, isEnough] = ["", 0, true];
        for (const step of all) {
          if ("append" in step) {
            run.append(step.append);
            text += step.append;
          } else {
            const least = Math.min(step.drop, run.sizeBytes);
            const count = run.dropFirst(step.drop);
            isEnough &&= count >= least;
            dropped += count;
          }
        }
        expect(isEnough).toBe(true);
        expect(run.read()).toBe(Buffer.from(text).subarray(dropped).toString());
        expect(run.sizeBytes).toBe(Buffer.byteLength(run.read()));
      }),
    );
  });
});
