import { findMembers } from "./find-members.ts";
import { createGroupTree } from "./group-tree.ts";
import type { ProcessEntry, ProcessTable } from "./process-table.ts";
import type { ProcessTree, TreeMember, TreeSignal } from "./process-tree.ts";
import { sendSignal, signalGroup } from "./signal-group.ts";

/** What a tree is made from. */
export interface PosixTreeParts {
  /** The direct child, leader of its own session. */
  readonly leaderId: number;
  readonly marker: string;
  readonly table: ProcessTable;
}

/** Whoever forks its way past that many looks in a row does nothing else. */
const MAX_LOOKS = 8;

/** Nobody leaves that many groups but to get away; the marker finds those that keep it. */
const MAX_GROUPS = 16;

/**
 * Creates the tree of a direct child that was just started and not collected yet, so that it is in the table, running
 * or not; where it is not, the table shows nothing and there is only its group to go by.
 */
export function createPosixTree({ leaderId, marker, table }: PosixTreeParts): ProcessTree {
  const leader = table.readProcess(leaderId);
  return leader === null
    ? createGroupTree(leaderId)
    : new PosixTree(leader, { marker, table, leaderId });
}

class PosixTree implements ProcessTree {
  readonly #leader: ProcessEntry;
  readonly #table: ProcessTable;
  readonly #marker: string;
  #known: ReadonlyMap<number, number>;
  #living: readonly ProcessEntry[];
  #trustSession = true;
  #gone = false;

  constructor(leader: ProcessEntry, { marker, table }: PosixTreeParts) {
    this.#leader = leader;
    this.#table = table;
    this.#marker = marker;
    this.#known = new Map([[leader.pid, leader.startedAt]]);
    this.#living = [leader];
  }

  isAlive(): boolean {
    if (this.#gone) return false;
    if (this.#trustSession && !this.isLeaderGone()) return true;
    this.#gone = this.#isEmpty();
    return !this.#gone;
  }

  isBusy(): boolean {
    return !this.#gone && this.#findLiving().some((entry) => entry.isBusy);
  }

  isLeaderGone(): boolean {
    const entry = this.#table.readProcess(this.#leader.pid);
    return entry === null || entry.isZombie || entry.startedAt !== this.#leader.startedAt;
  }

  /**
   * Goes by groups, which the kernel signals at one stroke, so that nothing forks its way past. Each member is looked
   * at again right before: it may have gone to a group of its own since the listing. One that went to another even
   * since then is signalled by itself.
   */
  signal(name: TreeSignal): void {
    const signalled = new Set<number>();
    for (const member of this.#findLiving()) {
      const groupId = this.#readGroup(member);
      if (groupId === null || signalled.has(groupId)) continue;
      signalled.add(groupId);
      const target = signalGroup(groupId, name) ? -groupId : member.pid;
      if (target > 0) sendSignal(target, name);
      if (name === "SIGTERM") sendSignal(target, "SIGCONT"); // a stopped process could not act on TERM
    }
  }

  listGroups(): readonly TreeMember[] {
    if (this.#trustSession) return [this.#leader];
    const byGroup = new Map<number, TreeMember>();
    for (const entry of this.#living) {
      if (!byGroup.has(entry.groupId)) byGroup.set(entry.groupId, entry);
      if (byGroup.size === MAX_GROUPS) break;
    }
    return [...byGroup.values()];
  }

  noteLeaderExit(): void {
    this.#living = [];
    if (signalGroup(this.#leader.groupId, 0)) this.#findLiving();
    this.#trustSession = false;
  }

  #isEmpty(): boolean {
    for (let look = 0; look < MAX_LOOKS; look++) {
      const { living, isExact } = this.#look();
      if (living.length > 0) return false;
      if (isExact) break;
    }
    return true;
  }

  /** The group a member is in now; null when it has ended. Nobody can move to a group of strangers. */
  #readGroup(member: ProcessEntry): number | null {
    const now = this.#table.readProcess(member.pid);
    return now?.startedAt === member.startedAt ? now.groupId : null;
  }

  #findLiving(): readonly ProcessEntry[] {
    return this.#look().living;
  }

  #look(): { readonly living: readonly ProcessEntry[]; readonly isExact: boolean } {
    const { members, isExact } = findMembers({
      table: this.#table,
      leader: this.#leader,
      marker: this.#marker,
      known: this.#known,
      trustSession: this.#trustSession,
    });
    this.#known = new Map(members.map((entry) => [entry.pid, entry.startedAt]));
    this.#living = members.filter((entry) => !entry.isZombie);
    return { living: this.#living, isExact };
  }
}
