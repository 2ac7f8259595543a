import type { SandboxSource } from "@termwire/agent";
import { findSessionsDirectory } from "@termwire/agent/session-files";
import {
  createLocalRunner,
  createSandboxedRunner,
  probeSandbox,
  readLoginEnvironment,
  resolveSandboxPolicy,
  type SandboxMode,
} from "@termwire/process";
import { toVisibleText, type CommandRunner } from "@termwire/terminal";
import type { AgentOptions } from "./agent-options.ts";

/** What runs the commands of sessions. */
export interface AgentRunners {
  /** In the sandbox that was asked for, if one was. */
  readonly runner: (cwd: string) => CommandRunner;
  /** For the mode `auto`; null where there is no sandbox, or where all commands are in one already. */
  readonly createSandboxedRunner: (cwd: string) => Promise<CommandRunner | null>;
  /** What a session's person can put around all of its commands. */
  readonly sandboxes: SandboxSource;
}

/** What no command may see. */
export interface AgentSecrets {
  /** Variables that hold keys. */
  readonly secretVariables: readonly string[];
  /** Files that hold them, for sandboxes. */
  readonly secretPaths: readonly string[];
}

/** Creates them. The machine is asked about sandboxes when the first is needed. */
export function createRunners(
  { sandbox, network, loginEnv }: Pick<AgentOptions, "sandbox" | "network" | "loginEnv">,
  { secretVariables, secretPaths }: AgentSecrets,
): AgentRunners {
  const local = createLocalRunner({
    secrets: { names: secretVariables },
    ...(loginEnv && { env: readLogin }),
  });
  // Conversations are nothing a command has to read.
  const hiddenPaths = [findSessionsDirectory(), ...secretPaths];
  const createHeld = (mode: SandboxMode, cwd: string): CommandRunner => {
    const writableRoots = mode === "workspace-write" ? [cwd] : [];
    const policy = resolveSandboxPolicy({ mode, network, writableRoots, hiddenPaths });
    return createSandboxedRunner(local, policy);
  };
  const createRunner = (mode: SandboxMode, cwd: string): CommandRunner =>
    mode === "off" ? local : createHeld(mode, cwd);
  return {
    runner: (cwd) => createRunner(sandbox, cwd),
    sandboxes: {
      initial: sandbox,
      createRunner,
      async findProblem() {
        const probe = await probeSandbox();
        return probe.available ? null : probe.reason;
      },
    },
    async createSandboxedRunner(cwd) {
      if (sandbox !== "off") return null;
      const { available } = await probeSandbox();
      return available ? createHeld("workspace-write", cwd) : null;
    },
  };
}

async function readLogin(): Promise<Readonly<NodeJS.ProcessEnv>> {
  const { env, fallbackReason } = await readLoginEnvironment();
  if (fallbackReason !== null) {
    process.stderr.write(
      `termwire agent: --login-env: ${toVisibleText(fallbackReason)}; commands get the environment of this process\n`,
    );
  }
  return env;
}
