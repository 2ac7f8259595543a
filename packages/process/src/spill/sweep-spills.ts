import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createProcessIdentities } from "../identity/process-identities.ts";
import { parseSpillOwner } from "./spill-owner.ts";

/**
 * Removes the spill directories of processes that were killed before they could. Those of living processes, and of
 * other machines and containers with the same home, stay. Never rejects: what cannot be removed stays, too.
 */
export async function sweepSpills(
  roots: readonly string[],
  platform: NodeJS.Platform,
): Promise<void> {
  const processes = createProcessIdentities(platform);
  for (const root of roots) {
    const names = await readdir(root).catch(() => []);
    for (const name of names) {
      const owner = parseSpillOwner(name);
      if (owner === null || !processes.isGone(owner)) continue;
      await rm(join(root, name), { recursive: true, force: true }).catch(() => undefined);
    }
  }
}
