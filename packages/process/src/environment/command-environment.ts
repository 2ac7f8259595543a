import {
  FOREIGN_TERMINAL_NAMES,
  PAGER_ENV,
  PIPE_ENV,
  TERMINAL_ENV,
  UNATTENDED_ENV,
} from "./unattended-env.ts";

/** Where the variables of a command come from. */
export interface EnvironmentSources {
  /** This process's own, or the user's. Secrets are taken out of it, and only out of it. */
  readonly base: Readonly<NodeJS.ProcessEnv>;
  readonly isSecret: (name: string) => boolean;
  /** What the caller adds; wins over everything. */
  readonly added: Readonly<Record<string, string>>;
  /** What the command is connected by: `typed` is a terminal that somebody can type to. */
  readonly connection: "pipe" | "terminal" | "typed";
  readonly platform: NodeJS.Platform;
}

/**
 * Composes the environment of a command: the base without its secrets, then what keeps programs from waiting for a
 * person, then what the caller adds. On Windows, where `Path` and `PATH` are one variable, the later spelling wins.
 */
export function createCommandEnvironment(sources: EnvironmentSources): Record<string, string> {
  const base = Object.entries(sources.base).filter(
    ([name]) => !sources.isSecret(name) && !FOREIGN_TERMINAL_NAMES.has(name),
  );
  const merged = new Map<string, readonly [name: string, value: string]>();
  const own = {
    ...(sources.connection === "typed" ? PAGER_ENV : UNATTENDED_ENV),
    ...(sources.connection === "pipe" ? PIPE_ENV : TERMINAL_ENV),
  };
  const layers = [base, Object.entries(own), Object.entries(sources.added)];
  for (const [name, value] of layers.flat()) {
    if (value === undefined) continue;
    merged.set(sources.platform === "win32" ? name.toUpperCase() : name, [name, value]);
  }
  return Object.fromEntries(merged.values());
}
