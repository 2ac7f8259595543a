import type { ProcessTree } from "../tree/process-tree.ts";
import { createLeftTrees, type LeftTree, type LeftTrees } from "./left-trees.ts";
import { createReaper, type Reaper } from "./reaper.ts";

/** Makes sure that one tree does not outlive this process. */
export interface TreeWatch {
  /** The direct child runs. */
  noteStarted(tree: ProcessTree): void;
  /** The command has completed: what it left is watched until nothing of it lives. */
  noteCompleted(): void;
  /** Nothing is left to watch. Twice is fine. */
  dispose(): void;
}

/** One per process, started with the first command. */
let sharedReaper: Reaper | null = null;

const leftTrees: LeftTrees = createLeftTrees();

const live = new Set<ProcessTree>();

/**
 * Watches the tree of a command that bears a marker of this process, from before its start, so that there is no moment
 * in which the death of this process would leave it alone.
 */
export function watchTree(): TreeWatch {
  const reaper = (sharedReaper ??= createReaper());
  let entries: readonly string[] = [];
  reaper.start();
  return createTreeWatch((tree) => {
    const before = entries;
    entries = tree === null ? [] : renderEntries(tree);
    for (const entry of entries) reaper.add(entry);
    for (const entry of before) if (!entries.includes(entry)) reaper.remove(entry);
  });
}

/** Watches without a helper, for a system that has no `/bin/sh`: only an orderly exit is covered. */
export function watchTreeUntilExit(): TreeWatch {
  return createTreeWatch(() => undefined);
}

/** `onChange` is told the tree when other processes of it may have to be named, and null in the end. */
function createTreeWatch(onChange: (tree: ProcessTree | null) => void): TreeWatch {
  let watched: ProcessTree | null = null;
  let left: LeftTree | null = null;
  const dispose = (): void => {
    if (left !== null) leftTrees.delete(left);
    if (watched !== null) removeLive(watched);
    watched = null;
    onChange(null);
  };
  return {
    noteStarted: (tree) => {
      watched = tree;
      addLive(tree);
      onChange(tree);
    },
    noteCompleted: () => {
      if (watched === null || left !== null) return;
      const tree = watched;
      onChange(tree);
      left = { isAlive: () => tree.isAlive(), onEmpty: dispose };
      leftTrees.add(left);
    },
    dispose,
  };
}

function renderEntries(tree: ProcessTree): readonly string[] {
  return tree.listGroups().map(({ groupId, pid, startedAt }) => `${groupId}:${pid}:${startedAt}`);
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
