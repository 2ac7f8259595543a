import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";

let next = 0;

/** A `sleep` that no other process on this machine runs. */
export function uniqueSleep(): string {
  next += 1;
  return `sleep ${700 + next}.${process.pid}${Date.now() % 100_000}`;
}

/** The operating system's list of live processes with exactly this command line; zombies do not count. */
export function findProcesses(command: string): string[] {
  return execFileSync("ps", ["-axww", "-o", "stat=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => /^[^Z]\S*\s/.test(line) && line.replace(/^\S+\s+/, "") === command);
}

/** Resolves when such a process runs. */
export function untilRunning(command: string): Promise<void> {
  return until(command, (found) => found.length > 0);
}

/** Resolves when none is left. */
export function untilGone(command: string): Promise<void> {
  return until(command, (found) => found.length === 0);
}

async function until(command: string, holds: (found: string[]) => boolean): Promise<void> {
  const endMs = Date.now() + 45_000;
  while (!holds(findProcesses(command))) {
    if (Date.now() > endMs) throw new Error(`not within 15 s: ${command}`);
    await pause(20);
  }
}
