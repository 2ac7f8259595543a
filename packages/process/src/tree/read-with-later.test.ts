import { describe, expect, it } from "vitest";
import type { ProcessEntry } from "./process-table.ts";
import { readWithLater } from "./read-with-later.ts";

function entry(pid: number): ProcessEntry {
  const more = { parentId: 1, groupId: pid, sessionId: pid, startedAt: 1 };
  return { pid, ...more, isZombie: false, isBusy: false };
}

/** A system in which reading the first of these makes the next come and go. */
function createSystem(generations: readonly number[], first: number) {
  let last = first;
  const living = new Set([generations[0]]);
  let reads = 0;
  return {
    listAll: () => [...living].filter((pid) => pid !== undefined),
    readLast: () => last,
    read: (pid: number): ProcessEntry | null => {
      reads++;
      const at = generations.indexOf(pid);
      const next = generations[at + 1];
      if (at === -1 || !living.has(pid)) return null;
      if (next === undefined) return entry(pid);
      living.delete(pid);
      living.add(next);
      last = next;
      return null; // it ended right before it was read
    },
    countReads: () => reads,
  };
}

const read = (system: ReturnType<typeof createSystem>) =>
  readWithLater({ ...system, last: system.readLast(), list: system.listAll }).map(({ pid }) => pid);

describe("a listing", () => {
  it("has what a process started that ended while it was being read", () => {
    expect(read(createSystem([10, 11], 10))).toEqual([11]);
  });

  it("has the last of a chain that forks and ends", () => {
    expect(read(createSystem([10, 11, 14, 15], 10))).toEqual([15]);
  });

  it("has what got an id from the bottom again", () => {
    expect(read(createSystem([4_000_000, 301], 4_000_000))).toEqual([301]);
  });

  it("looks through all when very many were started meanwhile", () => {
    const system = createSystem([10, 100_000], 10);
    expect(read(system)).toEqual([100_000]);
    expect(system.countReads()).toBe(2);
  });

  it("ends although a process forks on and on", () => {
    const endless = Array.from({ length: 1_000 }, (_, index) => 10 + index);
    const system = createSystem(endless, 10);
    expect(read(system)).toEqual([]);
    expect(system.countReads()).toBeLessThan(20);
  });

  it("is one look where the system does not tell ids", () => {
    const system = createSystem([10, 11], 10);
    const parts = { ...system, last: null, list: system.listAll, readLast: () => null };
    expect(readWithLater(parts)).toEqual([]);
    expect(system.countReads()).toBe(1);
  });
});
