import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessTree } from "./process-tree.ts";

/** Most trees end within a millisecond or two of their signal. */
const FIRST_POLL_MS = 1;

/** Slow enough that looking costs nothing, fast enough that nobody notices. */
const MAX_POLL_MS = 50;

/** KILL cannot be refused, only delayed by the kernel: a process stuck in it that long is given up. */
const KILL_WAIT_MS = 10_000;

/**
 * Ends a tree: TERM, and KILL for what is left after the grace. Resolves with true as soon as nothing of it lives,
 * with false when the kernel did not let go of something. KILL is repeated: what was forked between the look and the
 * signal, in a group of its own, gets the next one.
 */
export async function endTree(tree: ProcessTree, graceMs: number): Promise<boolean> {
  if (!tree.isAlive()) return true;
  tree.signal("SIGTERM");
  if (await isGoneWithin(tree, graceMs, () => undefined)) return true;
  const kill = (): void => tree.signal("SIGKILL");
  return isGoneWithin(tree, KILL_WAIT_MS, kill);
}

/** `onAlive` is called after each look that still finds something. */
async function isGoneWithin(
  tree: ProcessTree,
  boundMs: number,
  onAlive: () => void,
): Promise<boolean> {
  const deadline = performance.now() + boundMs;
  let pollMs = FIRST_POLL_MS;
  while (tree.isAlive()) {
    onAlive();
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) return false;
    await sleep(Math.min(pollMs, leftMs));
    pollMs = Math.min(pollMs * 2, MAX_POLL_MS);
  }
  return true;
}
