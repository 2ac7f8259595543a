import { setTimeout as sleep } from "node:timers/promises";
import type { OutputLog } from "@termwire/terminal";
import type { OutputReader } from "./output-pipe.ts";

/**
 * A pipe that is still open after the drain belongs to a descendant. One that only passes on what was printed, like
 * the `tee` of a process substitution, does so within a scheduling delay or two; nobody notices this pause.
 */
const QUIET_MS = 50;

/** A descendant that goes on printing is a background job: completion does not wait for it. */
const MAX_SETTLE_MS = 250;

/**
 * Resolves when the output of an exited command is in: everything it printed itself, and what passed through a
 * helper that is just finishing. Bounded whatever descendants do.
 */
export async function settleOutput(reader: OutputReader, log: OutputLog): Promise<void> {
  await reader.drain();
  const deadline = performance.now() + MAX_SETTLE_MS;
  let seen = -1;
  while (!log.ended && log.endOffset !== seen && performance.now() < deadline) {
    seen = log.endOffset;
    await endWithin(reader.ended, QUIET_MS);
  }
}

async function endWithin(ended: Promise<void>, boundMs: number): Promise<void> {
  const timer = new AbortController();
  const elapsed = sleep(boundMs, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([ended, elapsed]);
  timer.abort();
}
