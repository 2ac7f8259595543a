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
    : findOnPath(command, env["PATH"] ?? "") !== null;
}
