import { win32 } from "node:path";
import { lineArguments } from "./launch-plan.ts";

/** True for the program that starts Linux programs on Windows. */
export function isWsl(shell: string): boolean {
  return /^wsl(?:\.exe)?$/iu.test(win32.basename(shell));
}

/**
 * The arguments with which `wsl` runs a line in bash. `--exec` hands each argument on by its position, where without it
 * one more shell would parse the line.
 */
export function planWslLine(line: string): string[] {
  return ["--exec", "bash", ...lineArguments(line)];
}

/**
 * Names variables in `WSLENV`, without which none gets across. `/u`: from Windows to Linux only, and as it is, for what
 * a value means is not known here. What `env` names already stays as it says.
 */
export function renderWslEnvironment(
  env: Readonly<Record<string, string>>,
  names: readonly string[],
): Record<string, string> {
  const given = (env["WSLENV"] ?? "").split(":").filter((entry) => entry !== "");
  const named = new Set(given.map((entry) => entry.replace(/\/.*$/su, "")));
  const added = names.filter((name) => !named.has(name) && name !== "WSLENV");
  return { ...env, WSLENV: [...given, ...added.map((name) => `${name}/u`)].join(":") };
}
