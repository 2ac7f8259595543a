import { readFileSync } from "node:fs";

/** By the operating system's word: one that has ended and was not collected yet is not alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !isZombie(pid);
  } catch {
    return false;
  }
}

function isZombie(pid: number): boolean {
  return /^State:\s+[ZX]/mu.test(readFileSync(`/proc/${pid}/status`, "utf8"));
}
