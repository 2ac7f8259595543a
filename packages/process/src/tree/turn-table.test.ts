import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import type { ProcessEntry, ProcessTable } from "./process-table.ts";
import { createTurnTable } from "./turn-table.ts";

function entry(pid: number, startedAt = 1): ProcessEntry {
  const more = { parentId: 1, groupId: pid, sessionId: pid, isZombie: false, isBusy: false };
  return { pid, startedAt, ...more };
}

let living: ProcessEntry[] = [];
let asked: string[] = [];
let lastId: number | null = null;

const system: ProcessTable = {
  readProcess: (pid) => living.find((process) => process.pid === pid) ?? null,
  readAll: () => {
    asked.push("all");
    return living;
  },
  readSince: ({ pid }) => {
    asked.push(`since ${pid}`);
    return living.filter((process) => process.pid >= pid);
  },
  readMarkers: (pid) => {
    asked.push(`markers ${pid}`);
    return living.some((process) => process.pid === pid) ? [`m${pid}`] : null;
  },
  readLastId: () => lastId,
  readLater: (last) => {
    asked.push(`later than ${last}`);
    return living.filter((process) => process.pid > last);
  },
};

const pidsOf = (entries: readonly ProcessEntry[]): number[] => entries.map(({ pid }) => pid);

beforeEach(() => {
  living = [entry(1), entry(2), entry(3)];
  asked = [];
  lastId = null;
});

describe("a table that lists once a turn", () => {
  it("looks up for the first who asks only what is asked", () => {
    expect(pidsOf(createTurnTable(system).readSince(entry(2)))).toEqual([2, 3]);
    expect(asked).toEqual(["since 2"]);
  });

  it("lists all for the second, and no more for whoever asks after that", () => {
    const table = createTurnTable(system);
    for (let count = 0; count < 100; count++) table.readSince(entry(2));
    expect(pidsOf(table.readSince(entry(3)))).toEqual([1, 2, 3]);
    expect(asked).toEqual(["since 2", "all"]);
  });

  it("reads the markers of a process once", () => {
    const table = createTurnTable(system);
    table.readSince(entry(1));
    expect(table.readMarkers(2)).toEqual(["m2"]);
    expect(table.readMarkers(2)).toEqual(["m2"]);
    expect(asked).toEqual(["since 1", "markers 2"]);
  });

  it("lists anew when a listed process is gone before its markers were read", () => {
    const table = createTurnTable(system);
    table.readAll();
    living = [entry(3)];
    expect(table.readMarkers(3)).toEqual(["m3"]);
    expect(pidsOf(table.readAll())).toEqual([1, 2, 3]);
    expect(table.readMarkers(2)).toBeNull();
    expect(pidsOf(table.readAll())).toEqual([3]);
  });

  it("adds what was started since, however long the turn", () => {
    const table = createTurnTable(system);
    lastId = 3;
    table.readAll();
    for (const pid of [4, 5]) {
      living = [...living, entry(pid)];
      lastId = pid;
      expect(pidsOf(table.readAll()).at(-1)).toBe(pid);
      expect(table.readAll()).toHaveLength(pid);
    }
    expect(asked).toEqual(["all", "later than 3", "later than 4"]);
  });

  it("knows nothing any more in the next turn", async () => {
    const table = createTurnTable(system);
    table.readAll();
    living = [entry(1)];
    await nextTurn();
    expect(pidsOf(table.readAll())).toEqual([1]);
  });

  it("looks at single processes anew, and ends the listing with one that is not in it", () => {
    const table = createTurnTable(system);
    table.readAll();
    living = [entry(2), entry(3, 9), entry(4)];
    expect(table.readProcess(1)).toBeNull();
    expect(pidsOf(table.readAll())).toEqual([1, 2, 3]);
    expect(table.readProcess(4)).toEqual(entry(4));
    expect(pidsOf(table.readAll())).toEqual([2, 3, 4]);
  });

  it("takes a process that got the number of another for a new one", () => {
    const table = createTurnTable(system);
    table.readAll();
    living = [entry(2, 9)];
    expect(table.readProcess(2)?.startedAt).toBe(9);
    expect(table.readAll()).toEqual([entry(2, 9)]);
  });
});
