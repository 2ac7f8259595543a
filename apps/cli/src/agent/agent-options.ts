import type { PermissionMode } from "@termwire/agent";
import type { SandboxMode } from "@termwire/process";
import { UsageError } from "../usage-error.ts";

/** Who runs the commands. */
const EXECUTIONS = ["agent", "client"] as const;
type Execution = (typeof EXECUTIONS)[number];

const SANDBOXES: readonly SandboxMode[] = ["off", "workspace-write", "read-only"];

/** Every mode there is, says the compiler. Not imported, because that would load the agent before it is asked for. */
const MODE_SET: Readonly<Record<PermissionMode, true>> = { ask: true, auto: true, full: true };
const MODES = Object.keys(MODE_SET) as readonly PermissionMode[]; // the keys of the line above

/** As they were written; absent where they were not. */
export interface WrittenAgentOptions {
  readonly exec?: string;
  readonly sandbox?: string;
  readonly network?: string;
  readonly mode?: string;
  readonly model?: string;
  /** False for `--no-sessions`. */
  readonly sessions?: boolean;
  readonly loginEnv?: boolean;
}

/** How an agent is served, with nothing left to choose. */
export interface AgentOptions {
  readonly execution: Execution;
  /** What holds every command, the person's own included. */
  readonly sandbox: SandboxMode;
  /** Whether a sandbox has the network. */
  readonly network: boolean;
  readonly mode: PermissionMode;
  /** Wins over the environment and the configuration; null where they decide. */
  readonly model: string | null;
  /** Whether sessions are kept. */
  readonly sessions: boolean;
  /** Whether commands start from the environment of the login shell instead of this process's. */
  readonly loginEnv: boolean;
}

/**
 * Decides every default.
 *
 * @throws UsageError for what cannot be, such as a sandbox around commands that the client runs.
 */
export function resolveAgentOptions(written: WrittenAgentOptions): AgentOptions {
  const execution = choose("--exec", EXECUTIONS, written.exec ?? "agent");
  const sandbox = choose("--sandbox", SANDBOXES, written.sandbox ?? "off");
  const network = choose("--network", ["on", "off"] as const, written.network ?? "off");
  const mode = choose("--mode", MODES, written.mode ?? "ask");
  checkSandbox(written, { execution, sandbox, mode });
  const { sessions = true, model = null, loginEnv = false } = written;
  return { execution, sandbox, network: network === "on", mode, model, sessions, loginEnv };
}

function checkSandbox(
  written: WrittenAgentOptions,
  { execution, sandbox, mode }: Pick<AgentOptions, "execution" | "sandbox" | "mode">,
): void {
  if (execution === "client" && sandbox !== "off") {
    throw new UsageError(
      `--sandbox ${sandbox}: with --exec client the client runs the commands, out of reach of a sandbox here`,
    );
  }
  if (execution === "client" && written.loginEnv === true) {
    throw new UsageError("--login-env: with --exec client commands get the client's environment");
  }
  if (written.network === "off" && sandbox === "off" && mode !== "auto") {
    throw new UsageError(
      "--network off: only a sandbox can take the network away; add --sandbox workspace-write or --sandbox read-only",
    );
  }
}

function choose<Choice extends string>(
  option: string,
  choices: readonly Choice[],
  came: string,
): Choice {
  const chosen = choices.find((choice) => choice === came);
  if (chosen === undefined) throw refuse(option, choices, came);
  return chosen;
}

function refuse(option: string, choices: readonly string[], came: string): UsageError {
  return new UsageError(`${option}: expected ${choices.join(", ")}, got "${came}"`);
}
