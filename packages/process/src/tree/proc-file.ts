import { closeSync, openSync, readSync } from "node:fs";

/** Most environments are far smaller. */
const FIRST_BUFFER_BYTES = 64 * 1024;

/** Grows to the longest environment that was read. */
let buffer = Buffer.alloc(FIRST_BUFFER_BYTES);

/** Null for a process that ended meanwhile and for one that may not be looked at. */
export function readProcFile(path: string): string | null {
  try {
    const descriptor = openSync(path, "r");
    try {
      return readAll(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}

/**
 * Reads at one stroke: what is read in parts can be the beginning of one program's environment and the nothing of the
 * next.
 */
function readAll(descriptor: number): string {
  let length = readSync(descriptor, buffer, { position: 0 });
  while (length === buffer.length) {
    buffer = Buffer.alloc(buffer.length * 2);
    length = readSync(descriptor, buffer, { position: 0 });
  }
  return buffer.toString("latin1", 0, length);
}

/** The first fields of `/proc/PID/stat` after the name, which may hold blanks and parentheses. */
export function splitProcStat(line: string, count: number): readonly string[] {
  return line.slice(line.lastIndexOf(")") + 2).split(" ", count);
}
