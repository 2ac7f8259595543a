import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** What takes a moment can take this long on a machine that does ten times as much. */
const BOUND_MS = 45_000;

let nextMarker = 0;

/**
 * A `sleep` argument that no other process on this machine has: its command line can be looked for. All are of one
 * length: none begins with another.
 */
export function createSleepMarker(): string {
  nextMarker += 1;
  const parts = [process.pid, Date.now() % 100_000].map((part) => String(part).padStart(8, "0"));
  return `${600 + nextMarker}.${parts.join("")}`;
}

/** The operating system's list of live processes whose command line holds `text`; zombies do not count. */
export function findProcesses(text: string): string[] {
  return execFileSync("ps", ["-axww", "-o", "stat=,pid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(text) && !line.trimStart().startsWith("Z"));
}

/** Resolves when `holds` does; rejects, naming `what`, when it does not within {@link BOUND_MS}. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const endMs = Date.now() + BOUND_MS;
  while (!holds()) {
    if (Date.now() > endMs) throw new Error(`not within ${BOUND_MS} ms: ${what}`);
    await sleep(20);
  }
}

/** Resolves when no process with `marker` is left. */
export function untilGone(marker: string): Promise<void> {
  return until(`no process with ${marker}`, () => findProcesses(marker).length === 0);
}

/** Resolves when a `sleep` with `marker` runs. */
export function untilRunning(marker: string): Promise<void> {
  return until(`a process with "sleep ${marker}"`, () =>
    findProcesses(marker).some((line) => /^\s*\S+\s+\d+\s+sleep /.test(line)),
  );
}
