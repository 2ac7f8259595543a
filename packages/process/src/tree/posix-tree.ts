import type { ProcessTable } from "./process-table.ts";
import type { ProcessTree, TreeSignal } from "./process-tree.ts";

/**
 * The process group that began with `groupId`. Its id cannot be given to a stranger while a member lives, so once
 * it was seen empty it is never looked at or signalled again.
 */
export function createPosixTree(groupId: number, table: ProcessTable): ProcessTree {
  let gone = false;
  const isAlive = (): boolean => {
    gone ||= !isGroupAlive(groupId, table);
    return !gone;
  };
  const signal = (name: TreeSignal): void => {
    if (!isAlive()) return;
    signalGroup(groupId, name);
    if (name === "SIGTERM") signalGroup(groupId, "SIGCONT"); // a stopped process could not act on TERM
  };
  return { isAlive, signal };
}

function isGroupAlive(groupId: number, table: ProcessTable): boolean {
  if (!signalGroup(groupId, 0)) return false;
  const entries = table.readGroup(groupId);
  return entries === null || entries.some((entry) => !entry.isZombie);
}

/** False when there is no such group. A group we may not signal exists. */
function signalGroup(groupId: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-groupId, signal);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
