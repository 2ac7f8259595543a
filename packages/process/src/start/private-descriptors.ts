import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import { findInheritedDescriptors } from "./inherited-descriptors.ts";

/** Descriptors that children would inherit: a native module opened them, or this process inherited them itself. */
const privates = new Set<number>(findInheritedDescriptors());

/**
 * Keeps a descriptor from the children that this package starts, which would hold it open and could read and write
 * it. Node cannot set close-on-exec afterwards. The returned function is called when the descriptor is closed.
 */
export function keepPrivate(descriptor: number): () => void {
  privates.add(descriptor);
  return () => void privates.delete(descriptor);
}

/** An entry of a child's `stdio`. */
export type DescriptorEntry = "ignore" | "pipe" | number;

/**
 * Calls `start` with a child's descriptors in which every private one is `/dev/null`. They are in use only during the
 * call. Where one is so high that the system has no number left to move another out of its way, which it says at once
 * (`EINVAL`), `start` is called again without: a command that sees too much is better than none.
 */
export function withPrivateDescriptors<Result>(
  stdio: readonly DescriptorEntry[],
  start: (stdio: DescriptorEntry[]) => Result,
): Result {
  if (privates.size === 0) return start([...stdio]);
  const nothing = openSync(devNull, "r+");
  try {
    const entries = [...stdio];
    for (let descriptor = stdio.length; descriptor <= Math.max(...privates); descriptor++) {
      entries.push(privates.has(descriptor) ? nothing : "ignore"); // beyond 2, "ignore" leaves it as it is
    }
    return start(entries);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EINVAL")) throw error;
    return start([...stdio]);
  } finally {
    closeSync(nothing);
  }
}
