import { closeSync, openSync, readSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { findOnPath } from "../request/find-shell.ts";

/** What Linux reads of a first line. */
const FIRST_LINE_BYTES = 256;

/**
 * Reads which interpreter a script names in its first line (`#!`). Null for a file that is no script or not there.
 * `path` is the `PATH` on which a name without a directory is looked up.
 */
export function readInterpreter(file: string, cwd: string, path: string): string | null {
  const found = file.includes("/") ? resolvePath(file, cwd) : findOnPath(file, path);
  if (found === null) return null;
  const [, interpreter] = /^#![ \t]*(\S+)/u.exec(readStart(found)) ?? [];
  return interpreter ?? null;
}

function resolvePath(file: string, cwd: string): string {
  return isAbsolute(file) ? file : join(cwd, file);
}

function readStart(file: string): string {
  const buffer = Buffer.alloc(FIRST_LINE_BYTES);
  try {
    const fd = openSync(file, "r");
    try {
      return buffer.toString("latin1", 0, readSync(fd, buffer));
    } finally {
      closeSync(fd);
    }
  } catch {
    return "";
  }
}
