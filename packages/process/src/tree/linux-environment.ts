import { readProcFile, splitProcStat } from "./proc-file.ts";

/** How often, and how many times, a process is looked at that loads its program; a busy machine takes long for that. */
const LOADING_PAUSE_MS = 1;
const MAX_LOADING_PAUSES = 250;

/** Positions in `/proc/PID/stat`, after the name. */
const FIELDS = { state: 0, flags: 6, environmentStart: 47, environmentEnd: 48 };

/** `PF_KTHREAD`: a thread of the kernel, which has no environment and never will. */
const KERNEL_THREAD = 0x0020_0000;

/** Where the environment of a process stands. */
export type EnvironmentPlace = "gone" | "none" | "loading" | "there";

/**
 * The environment of a process, its variables parted by NUL. While a process loads a program it reads as empty, which
 * is not to be taken for having none: it is waited for. Null for a process that has ended, empty for one that has none
 * or that may not be looked at.
 */
export function readLinuxEnvironment(pid: number): string | null {
  for (let pauses = 0; pauses < MAX_LOADING_PAUSES;) {
    const text = readProcFile(`/proc/${pid}/environ`);
    if (text !== null && text !== "") return text;
    const place = findEnvironment(readProcFile(`/proc/${pid}/stat`));
    if (place === "gone") return null;
    if (text === null || place === "none") return "";
    if (place === "loading") pause(LOADING_PAUSE_MS);
    pauses += 1; // one that is there now was not a moment ago: it is read again
  }
  return "";
}

/** Tells from a line of `/proc/PID/stat`, null for a process that has ended, what its environment is. */
export function findEnvironment(stat: string | null): EnvironmentPlace {
  const fields = splitProcStat(stat ?? ") X", FIELDS.environmentEnd + 1);
  if (/^[ZX]/u.test(fields[FIELDS.state] ?? "")) return "gone";
  if ((Number(fields[FIELDS.flags]) & KERNEL_THREAD) !== 0) return "none";
  const end = fields[FIELDS.environmentEnd];
  if (end === "0") return "loading";
  return fields[FIELDS.environmentStart] === end ? "none" : "there";
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, ms);
}
