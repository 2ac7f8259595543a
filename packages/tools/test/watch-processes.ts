import { readFile } from "node:fs/promises";
import { expect } from "vitest";

/** Waits for something that has to become true. */
export async function until(isDone: () => Promise<boolean> | boolean): Promise<void> {
  await expect.poll(isDone, { timeout: 45_000, interval: 10 }).toBe(true);
}

/** True while there is such a process. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The id that a command has written to a file, as a line, once it has. */
export async function readPid(path: string): Promise<number> {
  await until(async () => (await readFile(path, "utf8").catch(() => "")).endsWith("\n"));
  return Number(await readFile(path, "utf8"));
}

/** For a command line: waits until there is a file of that name. */
export function waitFor(name: string): string {
  return `until [ -e ${name} ]; do sleep 0.02; done`;
}
