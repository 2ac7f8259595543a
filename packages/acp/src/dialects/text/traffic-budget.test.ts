import { describe, expect, it } from "vitest";
import { createTrafficBudget } from "./traffic-budget.ts";

/** Sends whenever it may, as the encoder does; returns the bytes sent. */
function flood(chunkBytes: number, chunks: number, everyMs: number): number {
  const budget = createTrafficBudget();
  let sent = 0;
  for (let chunk = 0; chunk < chunks; chunk++) {
    budget.earn(chunkBytes);
    const size = budget.affordableBytes(chunk * everyMs);
    if (size === 0) continue;
    budget.spend(size, chunk * everyMs);
    sent += size;
  }
  return sent;
}

describe("createTrafficBudget", () => {
  it("cases 174, 176: sends no more than a fixed start and a fixed multiple of what was printed", () => {
    const printed = 100 * 40_000;
    expect(flood(100, 40_000, 1)).toBeLessThan(64 * 1024 + 3 * printed + 40 * 512);
  });

  it("lets a slow command be seen every few seconds even after its start is used up", () => {
    const budget = createTrafficBudget();
    budget.spend(1_000_000, 0);
    budget.earn(1);
    expect(budget.affordableBytes(100)).toBe(0);
    expect(budget.nextAllowanceMs(100)).toBe(4_900);
    expect(budget.affordableBytes(5_000)).toBeGreaterThan(0);
  });

  it("allows the first snapshot at once", () => {
    expect(createTrafficBudget().affordableBytes(0)).toBeGreaterThan(0);
  });
});
