import type { ProcessTree } from "../tree/process-tree.ts";
import { signalGroup } from "../tree/signal-group.ts";
import { createReaper, type Reaper } from "./reaper.ts";

/** Makes sure that one tree does not outlive this process. */
export interface TreeWatch {
  /** The direct child runs. */
  noteStarted(tree: ProcessTree): void;
  /** The direct child has ended: its group counts only while somebody is in it. */
  noteLeaderExit(): void;
  /** Nothing is left to watch. Twice is fine. */
  dispose(): void;
}

/** One per process, started with the first command. */
let sharedReaper: Reaper | null = null;

const live = new Set<ProcessTree>();

/**
 * Watches the tree that will bear `marker`, from before its start, so that there is no moment in which the death of
 * this process would leave it alone.
 */
export function watchTree(marker: string): TreeWatch {
  const reaper = (sharedReaper ??= createReaper());
  const markerEntry = `0:0:${marker}`;
  let groupEntry: string | null = null;
  let watched: ProcessTree | null = null;
  reaper.add(markerEntry);

  const removeGroup = (): void => {
    if (groupEntry !== null) reaper.remove(groupEntry);
    groupEntry = null;
  };

  return {
    noteStarted: (tree) => {
      watched = tree;
      addLive(tree);
      groupEntry = `${tree.leader.pid}:${tree.leader.startedAt}:${marker}`;
      reaper.add(groupEntry);
    },
    noteLeaderExit: () => {
      if (watched !== null && !signalGroup(watched.leader.pid, 0)) removeGroup();
    },
    dispose: () => {
      removeGroup();
      reaper.remove(markerEntry);
      if (watched !== null) removeLive(watched);
    },
  };
}

/** Watches without a helper, for a system that has no `/bin/sh`: only an orderly exit is covered. */
export function watchTreeUntilExit(): TreeWatch {
  let watched: ProcessTree | null = null;
  return {
    noteStarted: (tree) => {
      watched = tree;
      addLive(tree);
    },
    noteLeaderExit: () => undefined,
    dispose: () => {
      if (watched !== null) removeLive(watched);
    },
  };
}

function addLive(tree: ProcessTree): void {
  if (live.size === 0) process.on("exit", endLiveTrees);
  live.add(tree);
}

function removeLive(tree: ProcessTree): void {
  if (live.delete(tree) && live.size === 0) process.off("exit", endLiveTrees);
}

/** At an exit there is no time for a grace, unless the reaper is there to see to it. */
function endLiveTrees(): void {
  const signal = sharedReaper?.isRunning() === true ? "SIGTERM" : "SIGKILL";
  for (const tree of live) tree.signal(signal);
}
