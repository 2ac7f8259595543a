import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { posix, win32 } from "node:path";
import { TerminalError } from "@termwire/terminal";

/**
 * Makes sure that a command can be started in `cwd`, before the operating system blames the program for it.
 *
 * @throws TerminalError `cwd-relative`, `cwd-missing`, `cwd-not-directory` or `cwd-not-accessible`; every message
 * names the directory.
 */
export async function checkWorkingDirectory(
  cwd: string,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  const wrong = whyNotAbsolute(cwd, platform);
  if (wrong !== null) throw new TerminalError("cwd-relative", `${wrong}: ${cwd}`, { cwd });
  if (platform !== "win32" && (await canEnter(cwd))) return;
  const entering = access(cwd, constants.X_OK).catch((error: unknown) => toRefusal(error, cwd));
  const found = await stat(cwd).catch((error: unknown) => toRefusal(error, cwd));
  if (TerminalError.is(found)) throw found;
  if (!found.isDirectory()) {
    const message = `working directory is not a directory: ${cwd}`;
    throw new TerminalError("cwd-not-directory", message, { cwd });
  }
  const refusal = await entering;
  if (TerminalError.is(refusal)) throw refusal;
}

/**
 * Says what is wrong with the form of `cwd` on `platform`, or null. Windows maps `/mnt/data` onto whatever drive is
 * current, which is never what was meant: it is refused there as another system's path.
 */
export function whyNotAbsolute(cwd: string, platform: NodeJS.Platform): string | null {
  if (platform !== "win32") {
    if (posix.isAbsolute(cwd)) return null;
    return win32.isAbsolute(cwd)
      ? "working directory is a Windows path on a system without drives"
      : "working directory must be absolute, got a relative path";
  }
  if (/^[a-z]:[\\/]/iu.test(cwd) || cwd.startsWith("\\\\")) return null;
  return posix.isAbsolute(cwd)
    ? "working directory is a POSIX path on Windows"
    : "working directory must be absolute, got a relative path";
}

/** Asks it all at once. Windows would drop the dot, and take a file for a directory. */
function canEnter(cwd: string): Promise<boolean> {
  return access(`${cwd}/.`, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function toRefusal(cause: unknown, cwd: string): TerminalError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
  if (code === "ENOENT" || code === "ENOTDIR") {
    const message = `working directory does not exist: ${cwd}`;
    return new TerminalError("cwd-missing", message, { cwd, cause });
  }
  const why = code === "EACCES" ? "permission denied" : code;
  const message = `working directory cannot be entered, ${why}: ${cwd}`;
  return new TerminalError("cwd-not-accessible", message, { cwd, cause });
}
