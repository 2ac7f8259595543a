import { accessSync, constants, existsSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** Where the C library looks for programs when there is no `PATH` at all. */
export const DEFAULT_PATH = "/bin:/usr/bin";

/** Where a POSIX system without bash still has a shell. */
const LAST_RESORT = "/bin/sh";

/** Finds an executable file by its name in a `PATH`; null when there is none. Relative entries are passed over. */
export function findOnPath(name: string, path: string): string | null {
  for (const directory of path.split(delimiter)) {
    if (!isAbsolute(directory)) continue;
    const candidate = join(directory, name);
    if (isExecutableFile(candidate)) return candidate;
  }
  return null;
}

/**
 * The shell that runs a line: bash where there is one, since models write for bash, else `/bin/sh`. The user's own
 * login shell is not asked: it may be fish, nu or tmux. On Windows it is the command interpreter.
 */
export function findShell(env: Readonly<NodeJS.ProcessEnv>, platform: NodeJS.Platform): string {
  if (platform === "win32") return env["ComSpec"] ?? env["COMSPEC"] ?? "cmd.exe";
  const onPath = findOnPath("bash", env["PATH"] ?? "");
  if (onPath !== null) return onPath;
  return isExecutableFile("/bin/bash") ? "/bin/bash" : LAST_RESORT;
}

/** True for a file, not a directory, that this process may execute. */
export function isExecutableFile(path: string): boolean {
  if (!existsSync(path)) return false; // sooner than by an error
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
