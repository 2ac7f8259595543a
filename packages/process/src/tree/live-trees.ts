import type { ProcessTree } from "./process-tree.ts";

const live = new Set<ProcessTree>();

/**
 * Remembers a tree until its disposer is called. What is still remembered when this process exits, by itself or by
 * an exception, is killed then: there is no time left for a grace.
 */
export function registerLiveTree(tree: ProcessTree): () => void {
  if (live.size === 0) process.on("exit", killLiveTrees);
  live.add(tree);
  return () => {
    if (live.delete(tree) && live.size === 0) process.off("exit", killLiveTrees);
  };
}

function killLiveTrees(): void {
  for (const tree of live) tree.signal("SIGKILL");
}
