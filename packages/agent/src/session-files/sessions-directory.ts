import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** What the directory depends on. */
export interface StateHome {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

/**
 * Where this user's sessions are kept: `$XDG_STATE_HOME/termwire/sessions` where that variable is set, else
 * `~/.local/state/…` on Linux, `~/Library/Application Support/…` on macOS, `%LOCALAPPDATA%\…` on Windows. It need not
 * exist.
 */
export function findSessionsDirectory(
  state: StateHome = { env: process.env, platform: process.platform, home: homedir() },
): string {
  return join(findStateHome(state), "termwire", "sessions");
}

function findStateHome({ env, platform, home }: StateHome): string {
  const xdg = env["XDG_STATE_HOME"] ?? "";
  if (isAbsolute(xdg)) return xdg;
  if (platform === "darwin") return join(home, "Library", "Application Support");
  if (platform === "win32") return env["LOCALAPPDATA"] ?? join(home, "AppData", "Local");
  return join(home, ".local", "state");
}
