import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Long enough for any process of a test to end on a busy machine. */
const WAIT_MS = 45_000;

let lastSleep = 0;

/**
 * A `sleep` nobody else on the machine runs, so that it can be looked for by its argument. All are of one length: none
 * begins with another.
 */
export function uniqueSleep(): { readonly line: string; readonly token: string } {
  lastSleep += 1;
  const token = `86400.${String(process.pid).padStart(8, "0")}${String(lastSleep).padStart(4, "0")}`;
  return { line: `sleep ${token}`, token };
}

/** Ids of the processes, no zombies, whose command line holds a text. */
export function findLiving(text: string): number[] {
  return execFileSync("ps", ["-axww", "-o", "pid=,stat=,command="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(text) && !/^\s*\d+\s+Z/u.test(line))
    .map((line) => Number.parseInt(line, 10))
    .filter((pid) => pid !== process.pid);
}

/** Ids of the processes that are exactly the sleep of a token, not a shell that has it in its line. */
export function findSleeps(token: string): number[] {
  return execFileSync("ps", ["-axww", "-o", "pid=,stat=,command="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => /^\s*\d+\s+[^Z]\S*\s+sleep /u.test(line) && line.includes(` ${token}`))
    .map((line) => Number.parseInt(line, 10));
}

/** Ids of this process's children that ended and were not collected. */
export function findZombieChildren(): number[] {
  return execFileSync("ps", ["-ax", "-o", "pid=,ppid=,stat="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/u))
    .filter(([, parent, state]) => Number(parent) === process.pid && state?.startsWith("Z"))
    .map(([pid]) => Number(pid));
}

/** Ids of a process's children whose command line holds a text. */
export function findChildren(parent: number, text: string): number[] {
  return execFileSync("ps", ["-axww", "-o", "pid=,ppid=,command="], { encoding: "utf8" })
    .split("\n")
    .map((line) => ({ line, ids: line.trim().split(/\s+/u, 2).map(Number) }))
    .filter(({ line, ids }) => ids[1] === parent && line.includes(text))
    .map(({ ids }) => ids[0] ?? 0);
}

/** How many file descriptors this process has open. */
export function countDescriptors(): number {
  return readdirSync("/dev/fd").length;
}

/** Polls until `isTrue`; throws after a generous bound. */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await sleep(10);
  }
}

/** Resolves with true when `promise` settles within the bound that stands for "at once" on a busy machine. */
export async function settlesSoon(promise: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(WAIT_MS, false, { signal: timer.signal }).catch(() => false);
  const settled = promise.then(
    () => true,
    () => true,
  );
  const result = await Promise.race([settled, late]);
  timer.abort();
  return result;
}
