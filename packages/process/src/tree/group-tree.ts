import type { ProcessTree } from "./process-tree.ts";
import { signalGroup } from "./signal-group.ts";

/**
 * The process group of a direct child, for a system that shows no processes (no `/proc` in a chroot, no `ps`). What
 * left the group is not found, and zombies count as alive until they are collected.
 */
export function createGroupTree(leaderId: number): ProcessTree {
  let leaderExited = false;
  let gone = false;
  const isAlive = (): boolean => {
    gone ||= !signalGroup(leaderId, 0);
    return !gone;
  };
  return {
    listGroups: () => (isAlive() ? [{ pid: leaderId, groupId: leaderId, startedAt: 0 }] : []),
    isAlive,
    isBusy: () => null,
    isLeaderGone: () => leaderExited,
    signal: (signal) => {
      if (!isAlive()) return;
      signalGroup(leaderId, signal);
      if (signal === "SIGTERM") signalGroup(leaderId, "SIGCONT"); // a stopped process could not act on TERM
    },
    noteLeaderExit: () => {
      leaderExited = true;
      isAlive();
    },
  };
}
