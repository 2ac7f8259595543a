import type { ProcessEntry, ProcessTable } from "./process-table.ts";

/** By what a process is known to belong to a tree. */
export interface Membership {
  readonly table: ProcessTable;
  /** The direct child as it was when it started. */
  readonly leader: ProcessEntry;
  /** In the environment of the direct child, and so of every descendant that did not replace its own. */
  readonly marker: string;
  /** Processes already found, by pid, with their start. */
  readonly known: ReadonlyMap<number, number>;
  /** True while the direct child's session number cannot have been given to strangers. */
  readonly trustSession: boolean;
}

/** What one look found. */
export interface FoundMembers {
  readonly members: readonly ProcessEntry[];
  /** False when something ended before it could be asked whether it belonged: what that started is not listed. */
  readonly isExact: boolean;
}

/**
 * Finds every process of a tree, zombies included: what is known or marked, and from there children and whole
 * sessions, so that a descendant which left the group, the session or the environment is found by the others.
 */
export function findMembers(membership: Membership): FoundMembers {
  const { leader, trustSession, known } = membership;
  const members = new Map<number, ProcessEntry>();
  const sessions = new Set<number>(trustSession ? [leader.sessionId] : []);
  let rest: readonly ProcessEntry[] = readCandidates(membership);
  let isExact = true;
  const isMarked = ({ pid, isZombie }: ProcessEntry): boolean => {
    if (isZombie) return false; // it has no environment
    const markers = membership.table.readMarkers(pid);
    isExact &&= markers !== null;
    return markers?.includes(membership.marker) === true;
  };
  const isMember = (entry: ProcessEntry): boolean =>
    known.get(entry.pid) === entry.startedAt ||
    members.has(entry.parentId) ||
    sessions.has(entry.sessionId) ||
    isMarked(entry);

  for (let found = -1; found !== members.size;) {
    found = members.size;
    rest = rest.filter((entry) => {
      if (!isMember(entry)) return true;
      members.set(entry.pid, entry);
      sessions.add(entry.sessionId);
      return false;
    });
  }
  return { members: [...members.values()], isExact };
}

/** Nothing older than the direct child can descend from it, and this process never belongs to its own commands. */
function readCandidates({ table, leader }: Membership): ProcessEntry[] {
  const candidates = table
    .readSince(leader)
    .filter(({ pid, startedAt }) => startedAt >= leader.startedAt && pid !== process.pid);
  if (candidates.length === 0) return [];
  const own = table.readProcess(process.pid)?.sessionId;
  return candidates.filter(({ sessionId }) => sessionId !== own);
}
