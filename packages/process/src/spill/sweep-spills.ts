import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isSpillOwnerGone, parseSpillOwner } from "./spill-owner.ts";

/**
 * Removes the spill directories of processes that were killed before they could. Those of living processes, and of
 * other machines and containers with the same home, stay. Never rejects: what cannot be removed stays, too.
 */
export async function sweepSpills(
  roots: readonly string[],
  platform: NodeJS.Platform,
): Promise<void> {
  for (const root of roots) {
    const names = await readdir(root).catch(() => []);
    for (const name of names) {
      const owner = parseSpillOwner(name);
      if (owner === null || !isSpillOwnerGone(owner, platform)) continue;
      await rm(join(root, name), { recursive: true, force: true }).catch(() => undefined);
    }
  }
}
