import { resolve } from "node:path";
import { findOnPath, isExecutableFile } from "./find-shell.ts";

/**
 * True when `command`, blanks included, is exactly the name of an executable on `PATH` or the path of one, seen from
 * `cwd`: what tells a program from a shell line where a peer sends either.
 */
export async function isExecutable(
  command: string,
  cwd: string,
  env: Readonly<NodeJS.ProcessEnv> = process.env,
): Promise<boolean> {
  if (command === "" || command.includes("\0")) return false;
  return /[\\/]/.test(command)
    ? isExecutableFile(resolve(cwd, command))
    : isOnPath(command, env["PATH"] ?? "");
}

/** Where programs were found last: one look there tells as much as one in every directory before it. */
const places = new Map<string, string>();
const MAX_PLACES = 256;

function isOnPath(name: string, path: string): boolean {
  const key = `${name}\0${path}`;
  const last = places.get(key);
  if (last !== undefined && isExecutableFile(last)) return true;
  places.delete(key);
  const place = findOnPath(name, path);
  if (place !== null && places.size < MAX_PLACES) places.set(key, place);
  return place !== null;
}
