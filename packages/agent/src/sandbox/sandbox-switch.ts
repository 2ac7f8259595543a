import type { CommandRunner } from "@termwire/terminal";
import type { SandboxLevel } from "./sandbox-level.ts";

/** The sandboxes a person can put around all commands of a session. */
export interface SandboxSource {
  /** Of a session whose person has not chosen one. */
  readonly initial: SandboxLevel;
  /** Creates what runs commands in it; where there is no sandbox, one that refuses them. */
  createRunner(level: SandboxLevel, cwd: string): CommandRunner;
  /** Why commands cannot be held on this machine; null when they can. */
  findProblem(): Promise<string | null>;
}

/** Runs the commands of a session in the sandbox its person has put around them. */
export interface SandboxSwitch extends CommandRunner {
  readonly level: SandboxLevel;
  /**
   * Holds the commands that are started from now on; what runs already stays as it is. Resolves with why that cannot be, and
   * nothing has changed then, or with null.
   */
  change(level: SandboxLevel): Promise<string | null>;
}

/** Creates the switch of one session in a directory, at a level that is not asked for again. */
export function createSandboxSwitch(
  source: SandboxSource,
  cwd: string,
  initial: SandboxLevel,
): SandboxSwitch {
  let level = initial;
  let runner = source.createRunner(level, cwd);
  return {
    get level() {
      return level;
    },
    async change(next) {
      if (next === level) return null;
      const problem = next === "off" ? null : await source.findProblem();
      if (problem !== null) return problem;
      runner = source.createRunner(next, cwd);
      level = next;
      return null;
    },
    resolve: (request) => runner.resolve(request),
    start: (spec) => runner.start(spec),
  };
}
