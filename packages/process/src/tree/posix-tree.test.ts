import { describe, expect, it } from "vitest";
import { createPosixTree } from "./posix-tree.ts";
import type { ProcessEntry, ProcessTable } from "./process-table.ts";

/** Beyond what any system gives out, so that nothing real is signalled. */
const LEADER = 2 ** 30;

interface FakeTable extends ProcessTable {
  entries: ProcessEntry[];
  listings: number;
}

function entry(pid: number, more: Partial<ProcessEntry> = {}): ProcessEntry {
  const own = {
    pid,
    parentId: 1,
    groupId: pid,
    sessionId: LEADER,
    startedAt: 10,
    isZombie: false,
    isBusy: false,
  };
  return { ...own, ...more };
}

function createTable(...entries: ProcessEntry[]): FakeTable {
  const table: FakeTable = {
    entries,
    listings: 0,
    readProcess: (pid) => table.entries.find((candidate) => candidate.pid === pid) ?? null,
    readAll: () => table.entries,
    readSince: () => {
      table.listings += 1;
      return table.entries;
    },
    readMarkers: () => [],
    readLastId: () => null,
    readLater: () => [],
  };
  return table;
}

const treeOf = (table: ProcessTable): ReturnType<typeof createPosixTree> =>
  createPosixTree({ leaderId: LEADER, marker: "m", table });

describe("a tree", () => {
  it("lives while its leader does, without a look at the others", () => {
    const table = createTable(entry(LEADER));
    expect(treeOf(table).isAlive()).toBe(true);
    expect(table.listings).toBe(0);
  });

  it("lives while something of its session does", () => {
    const table = createTable(entry(LEADER));
    const tree = treeOf(table);
    table.entries = [entry(LEADER, { isZombie: true }), entry(7)];
    expect(tree.isLeaderGone()).toBe(true);
    expect(tree.isAlive()).toBe(true);
  });

  it("is gone when only zombies are left (case 47)", () => {
    const table = createTable(entry(LEADER));
    const tree = treeOf(table);
    table.entries = [entry(LEADER, { isZombie: true }), entry(7, { isZombie: true })];
    expect(tree.isAlive()).toBe(false);
  });

  it("stays gone, whoever has its numbers later", () => {
    const table = createTable(entry(LEADER));
    const tree = treeOf(table);
    table.entries = [];
    expect(tree.isAlive()).toBe(false);
    table.entries = [entry(LEADER), entry(7)];
    expect(tree.isAlive()).toBe(false);
  });

  it("does not take another process with its leader's number for its leader", () => {
    const table = createTable(entry(LEADER));
    const tree = treeOf(table);
    tree.noteLeaderExit();
    table.entries = [entry(LEADER, { startedAt: 99 }), entry(8, { startedAt: 99 })];
    expect(tree.isLeaderGone()).toBe(true);
    expect(tree.isAlive()).toBe(false);
  });

  it("is looked at again when something ended before it could be asked for its marker", () => {
    const table = createTable(entry(LEADER));
    const tree = treeOf(table);
    tree.noteLeaderExit();
    const child = entry(8, { sessionId: 8 });
    table.entries = [entry(7, { sessionId: 7 })];
    table.readMarkers = (pid) => {
      if (pid === 8) return ["m"];
      table.entries = [child];
      return null;
    };
    expect(tree.isAlive()).toBe(true);
    table.entries = [];
    expect(tree.isAlive()).toBe(false);
  });

  it("lists the groups it left when its leader ended, whatever their marker", () => {
    const left = entry(7, { groupId: 7 });
    const sibling = entry(8, { groupId: 7 });
    const other = entry(9, { groupId: 9 });
    const table = createTable(entry(LEADER), left, sibling, other);
    table.readMarkers = () => ["m"];
    const tree = treeOf(table);
    expect(tree.listGroups().map(({ pid }) => pid)).toEqual([LEADER]);
    table.entries = [left, sibling, other];
    expect(tree.isAlive()).toBe(true);
    tree.noteLeaderExit();
    expect(tree.isAlive()).toBe(true);
    expect(tree.listGroups().map(({ groupId }) => groupId)).toEqual([7, 9]);
  });

  it("has only its group to go by where nothing is shown", () => {
    const tree = treeOf(createTable());
    expect(tree.isAlive()).toBe(false);
    expect(tree.listGroups()).toEqual([]);
  });
});
