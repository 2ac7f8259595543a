import { posix, win32 } from "node:path";

/** What decides where configuration is. */
export interface ConfigHome {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/**
 * Where the configuration file is, whether there is one or not: `$XDG_CONFIG_HOME/termwire/config.json`, which is
 * `~/.config/…` by default; on Windows `%APPDATA%\termwire\config.json`.
 */
export function findConfigPath({ env, home, platform }: ConfigHome): string {
  if (platform === "win32") {
    return win32.join(env["APPDATA"] ?? win32.join(home, "AppData", "Roaming"), ...NAMES);
  }
  const configHome = env["XDG_CONFIG_HOME"] ?? "";
  // A relative one is to be ignored, says the specification.
  return posix.join(
    posix.isAbsolute(configHome) ? configHome : posix.join(home, ".config"),
    ...NAMES,
  );
}

const NAMES = ["termwire", "config.json"] as const;
