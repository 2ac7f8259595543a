import { describe, expect, it } from "vitest";
import { createQueue } from "./create-queue.ts";
import { runInOrder } from "./run-in-order.ts";

/** Counts what runs at once. */
function createCounter() {
  let now = 0;
  const seen = { most: 0 };
  const count = async <Value>(value: Value): Promise<Value> => {
    now += 1;
    seen.most = Math.max(seen.most, now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
    return value;
  };
  return { seen, count };
}

describe("calls at once", () => {
  it("begin in their order and give their results in it, however they end", async () => {
    const open: (() => void)[] = [];
    const begun: number[] = [];
    const all = runInOrder([0, 1, 2], async (item) => {
      begun.push(item);
      await new Promise<void>((resolve) => {
        open[item] = resolve;
      });
      return item * 10;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual([0, 1, 2]);
    for (const item of [2, 0, 1]) open[item]?.();
    expect(await all).toEqual([0, 10, 20]);
  });

  it("are not too many", async () => {
    const { seen, count } = createCounter();
    const items = Array.from({ length: 50 }, (_item, index) => index);
    expect(await runInOrder(items, count)).toEqual(items);
    expect(seen.most).toBe(8);
  });

  it("all settle before the first failure is told", async () => {
    const ended: number[] = [];
    const all = runInOrder([0, 1, 2], async (item) => {
      if (item === 0) throw new Error("first");
      await new Promise((resolve) => setImmediate(resolve));
      ended.push(item);
      if (item === 1) throw new Error("second");
    });
    await expect(all).rejects.toThrow("first");
    expect(ended).toEqual([1, 2]);
  });

  it("may be none", async () => {
    expect(await runInOrder([], () => Promise.reject(new Error("never")))).toEqual([]);
  });
});

describe("a queue", () => {
  it("does one thing after the other, also after one that failed", async () => {
    const { seen, count } = createCounter();
    const queue = createQueue();
    const all = [1, 2, 3].map((item) =>
      queue(async () => {
        await count(item);
        if (item === 2) throw new Error("no");
        return item;
      }),
    );
    expect(await Promise.allSettled(all)).toMatchObject([
      { value: 1 },
      { status: "rejected" },
      { value: 3 },
    ]);
    expect(seen.most).toBe(1);
  });
});
