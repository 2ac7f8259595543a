import { setTimeout as sleep } from "node:timers/promises";
import type { OutputLog } from "@termwire/terminal";
import type { OutputReader } from "./output-pipe.ts";

/** Between two looks; a process that was given something to do is seen to do it from the moment on. */
const LOOK_MS = 5;

/** Looks without a byte and with nobody busy after which nothing is on its way any more. */
const QUIET_LOOKS = 2;

/** The same where the system does not tell who is busy: a process is scheduled within that time, mostly. */
const BLIND_QUIET_LOOKS = 10;

/**
 * A descendant that goes on printing or computing is a background job: completion does not wait for it. Counted in looks
 * and not by the clock: where this process comes late to each, a helper comes late to its output, too.
 */
const MAX_LOOKS = 50;

/**
 * Resolves when the output of an exited command is in: everything it printed itself, and what is still on its way
 * through a helper, like the `tee` of a process substitution. Such a helper holds the pipe, and it is busy or has
 * nothing left to pass on. Bounded whatever descendants do.
 */
export async function settleOutput(
  reader: OutputReader,
  log: OutputLog,
  isBusy: () => boolean | null,
): Promise<void> {
  await reader.drain();
  let quiet = 0;
  let needed = QUIET_LOOKS;
  for (let looks = 0; !log.ended && quiet < needed && looks < MAX_LOOKS; looks++) {
    const before = log.endOffset;
    await endWithin(reader.ended, LOOK_MS);
    const busy = isBusy();
    await reader.drain();
    needed = busy === null ? BLIND_QUIET_LOOKS : QUIET_LOOKS;
    quiet = busy === true || log.endOffset !== before ? 0 : quiet + 1;
  }
}

async function endWithin(ended: Promise<void>, boundMs: number): Promise<void> {
  const timer = new AbortController();
  const elapsed = sleep(boundMs, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([ended, elapsed]);
  timer.abort();
}
