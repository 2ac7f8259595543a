import { basename } from "node:path";

/** What the shell is told to run, and how its answer is found among whatever else it prints. */
export interface LoginShellCommand {
  readonly args: readonly string[];
  /** Printed before and after the answer. */
  readonly fence: string;
}

/**
 * The arguments with which a shell, started as at a login and as for a person, prints its environment as JSON. The
 * runtime itself prints it, by its path: the names of other tools mean something else in some shells. Null for a shell
 * that has no such arguments, or a path that cannot be quoted alike in all of them.
 */
export function createLoginShellCommand(
  shell: string,
  runtime: string,
  fence: string,
): LoginShellCommand | null {
  if (/['\\]/u.test(runtime)) return null;
  const print = `process.stdout.write("${fence}" + JSON.stringify(process.env) + "${fence}")`;
  const line = `'${runtime}' -e '${print}'`;
  switch (basename(shell)) {
    case "bash":
    case "zsh":
    case "fish":
    case "ksh":
      return { args: ["-l", "-i", "-c", line], fence };
    case "sh":
    case "dash":
    case "ash":
      return { args: ["-l", "-c", line], fence };
    case "csh":
    case "tcsh":
      return { args: ["-ic", line], fence };
    default:
      return null;
  }
}

/** Finds the answer in what the shell printed; null when it is not there or is no environment. */
export function parseLoginEnvironment(
  text: string,
  fence: string,
): Readonly<Record<string, string>> | null {
  const [, json] = text.split(fence);
  if (json === undefined) return null;
  try {
    const parsed: unknown = JSON.parse(json);
    return isEnvironment(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function isEnvironment(value: unknown): value is Readonly<Record<string, string>> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((entry) => typeof entry === "string")
  );
}
