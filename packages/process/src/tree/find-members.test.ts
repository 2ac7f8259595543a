import { describe, expect, it } from "vitest";
import { findMembers, type Membership } from "./find-members.ts";
import type { ProcessEntry, ProcessTable } from "./process-table.ts";

function entry(pid: number, more: Partial<ProcessEntry> = {}): ProcessEntry {
  return {
    pid,
    parentId: 1,
    groupId: pid,
    sessionId: pid,
    startedAt: 1000,
    isZombie: false,
    isBusy: false,
    ...more,
  };
}

const self = entry(process.pid, { sessionId: 5, startedAt: 1 });
const leader = entry(100, { parentId: process.pid });

function tableOf(entries: readonly ProcessEntry[], marked: readonly number[] = []): ProcessTable {
  return {
    readProcess: (pid) => [self, ...entries].find((candidate) => candidate.pid === pid) ?? null,
    readAll: () => [self, ...entries],
    readSince: () => [self, ...entries],
    readLastId: () => null,
    readLater: () => [],
    readMarkers: (pid) => (marked.includes(pid) ? ["m"] : []),
  };
}

function found(
  entries: readonly ProcessEntry[],
  more: Partial<Membership> & { readonly marked?: readonly number[] } = {},
): number[] {
  const { members } = findMembers({
    table: tableOf(entries, more.marked),
    leader,
    marker: "m",
    known: new Map([[100, 1000]]),
    trustSession: true,
    ...more,
  });
  return members.map(({ pid }) => pid).toSorted((a, b) => a - b);
}

describe("the members of a tree", () => {
  it("begin with its leader", () => {
    expect(found([leader, entry(200)])).toEqual([100]);
  });

  it("are its session, whatever the group", () => {
    const other = entry(101, { groupId: 101, sessionId: 100 });
    expect(found([leader, other])).toEqual([100, 101]);
  });

  it("are children of members, in any order of the listing", () => {
    const child = entry(101, { parentId: 100 });
    const grandchild = entry(102, { parentId: 101 });
    expect(found([grandchild, child, leader])).toEqual([100, 101, 102]);
  });

  it("are found by their marker after all else was lost", () => {
    expect(found([entry(300)], { marked: [300], trustSession: false })).toEqual([300]);
  });

  it("bring their whole session along", () => {
    const daemon = entry(300);
    const helper = entry(301, { sessionId: 300 });
    expect(found([helper, daemon], { marked: [300], trustSession: false })).toEqual([300, 301]);
  });

  it("stay members once they are known", () => {
    const known = new Map([[300, 1000]]);
    expect(found([entry(300)], { known, trustSession: false })).toEqual([300]);
  });

  it("are not strangers who were given a known number later", () => {
    const known = new Map([[300, 1000]]);
    expect(found([entry(300, { startedAt: 2000 })], { known, trustSession: false })).toEqual([]);
  });

  it("are not strangers in a session that has the leader's old number", () => {
    const stranger = entry(100, { startedAt: 5000 });
    const theirs = entry(101, { sessionId: 100, startedAt: 5000 });
    expect(found([stranger, theirs], { trustSession: false })).toEqual([]);
  });

  it("are never older than the leader, marked or not", () => {
    const old = entry(90, { startedAt: 999 });
    expect(found([old], { marked: [90] })).toEqual([]);
  });

  it("are never this process and what is in its session", () => {
    const sibling = entry(91, { sessionId: 5 });
    expect(found([sibling], { marked: [91, process.pid] })).toEqual([]);
  });

  it("include zombies, whose children count", () => {
    const zombie = entry(100, { isZombie: true });
    const orphan = entry(101, { parentId: 100 });
    expect(found([zombie, orphan])).toEqual([100, 101]);
  });
});
