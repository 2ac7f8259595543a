/** What a lookup asks about the machine. */
export interface WindowsMachine {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly isFile: (path: string) => boolean;
}

const DEFAULT_PATHEXT = ".COM;.EXE;.BAT;.CMD";

/** Looks a name up as the command interpreter does; null when there is no such file. */
export function findWindowsProgram(name: string, machine: WindowsMachine): string | null {
  const extensions = (readWindowsVariable(machine.env, "PATHEXT") ?? DEFAULT_PATHEXT).split(";");
  const hasExtension = /\.[^\\/.]+$/u.test(name);
  const endings = hasExtension ? ["", ...extensions] : extensions;
  const directories = /[\\/:]/u.test(name)
    ? [/^(?:[a-z]:|[\\/])/iu.test(name) ? "" : `${machine.cwd}\\`]
    : (readWindowsVariable(machine.env, "PATH") ?? "")
        .split(";")
        .filter((directory) => directory !== "")
        .map((directory) => `${directory}\\`);
  for (const directory of directories) {
    for (const ending of endings) {
      const candidate = `${directory}${name}${ending}`;
      if (machine.isFile(candidate)) return candidate;
    }
  }
  return null;
}

/** Reads a variable, whose name has no case there. */
export function readWindowsVariable(
  env: Readonly<Record<string, string>>,
  name: string,
): string | undefined {
  const key = Object.keys(env).find((candidate) => candidate.toUpperCase() === name.toUpperCase());
  return key === undefined ? undefined : env[key];
}
