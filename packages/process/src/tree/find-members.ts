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

/**
 * Finds every process of a tree, zombies included: what is known or marked, and from there children and whole
 * sessions, so that a descendant which left the group, the session or the environment is found by the others.
 */
export function findMembers(membership: Membership): readonly ProcessEntry[] {
  const { leader, trustSession, known } = membership;
  const members = new Map<number, ProcessEntry>();
  const sessions = new Set<number>(trustSession ? [leader.sessionId] : []);
  let rest: readonly ProcessEntry[] = readCandidates(membership);
  const isMember = (entry: ProcessEntry): boolean =>
    known.get(entry.pid) === entry.startedAt ||
    members.has(entry.parentId) ||
    sessions.has(entry.sessionId) ||
    (!entry.isZombie && membership.table.hasMarker(entry.pid, membership.marker)); // a zombie has no environment

  for (let found = -1; found !== members.size;) {
    found = members.size;
    rest = rest.filter((entry) => {
      if (!isMember(entry)) return true;
      members.set(entry.pid, entry);
      sessions.add(entry.sessionId);
      return false;
    });
  }
  return [...members.values()];
}

/** Nothing older than the direct child can descend from it, and this process never belongs to its own commands. */
function readCandidates({ table, leader }: Membership): ProcessEntry[] {
  const own = table.readProcess(process.pid)?.sessionId;
  return table
    .readSince(leader)
    .filter((entry) => entry.startedAt >= leader.startedAt)
    .filter((entry) => entry.pid !== process.pid && entry.sessionId !== own);
}
