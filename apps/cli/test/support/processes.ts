import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

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

/** Resolves when `holds` does; rejects, naming `what`, when it does not within `boundMs`. */
export async function until(what: string, holds: () => boolean, boundMs = 45_000): Promise<void> {
  const endMs = Date.now() + boundMs;
  while (!holds()) {
    if (Date.now() > endMs) throw new Error(`not within ${boundMs} ms: ${what}`);
    await sleep(20);
  }
}

/** Resolves when no process with `marker` is left. */
export function untilGone(marker: string, boundMs?: number): Promise<void> {
  return until(`no process with ${marker}`, () => findProcesses(marker).length === 0, boundMs);
}

/** Resolves when a `sleep` with `marker` runs. */
export function untilRunning(marker: string): Promise<void> {
  return until(`a process with "sleep ${marker}"`, () =>
    findProcesses(marker).some((line) => /^\s*\S+\s+\d+\s+sleep /.test(line)),
  );
}
