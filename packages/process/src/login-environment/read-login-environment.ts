import { randomUUID } from "node:crypto";
import { homedir, userInfo } from "node:os";
import { MARKER_VARIABLE } from "../environment/tree-marker.ts";
import { PIPE_ENV, UNATTENDED_ENV } from "../environment/unattended-env.ts";
import { createLocalRunner } from "../local-runner.ts";
import { createLoginShellCommand, parseLoginEnvironment } from "./login-shell-command.ts";

/** Where an environment came from. */
export interface LoginEnvironment {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Null when the login shell told it; else why the given one had to do. */
  readonly fallbackReason: string | null;
}

/** What decides how a login environment is read. */
export interface LoginEnvironmentOptions {
  /** Absent: `SHELL`, else the user's shell in the password file. */
  readonly shell?: string;
  /** What the shell starts from, and the answer when it gives none. Absent: that of this process. */
  readonly env?: Readonly<NodeJS.ProcessEnv>;
  /** Absent: 5 s, for version managers in the start-up files take their time. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 5_000;

/** Long enough for every start-up file's chatter and a large environment. */
const OUTPUT_LIMIT_BYTES = 4 * 1024 * 1024;

/** A shell that hangs in a start-up file has nothing to tidy up. */
const GRACE_MS = 200;

/** What the shell was given or keeps for itself, and is not the user's wish. */
const SHELL_OWN_NAMES: ReadonlySet<string> = new Set([
  "_",
  "SHLVL",
  "PWD",
  "OLDPWD",
  MARKER_VARIABLE,
]);

/**
 * Reads the environment as the user's login shell sees it, for a process that was not started from one: an editor
 * from a desktop, a daemon. A runner that is given `env: async () => (await readLoginEnvironment()).env` asks once.
 *
 * Never rejects and is bounded in time: a shell that hangs, fails, becomes another one or is unknown yields the given
 * environment and the reason. On Windows, where there is no such shell, that is the answer.
 */
export async function readLoginEnvironment(
  options: LoginEnvironmentOptions = {},
): Promise<LoginEnvironment> {
  const given = options.env ?? process.env;
  const shell = options.shell ?? given["SHELL"] ?? userInfo().shell ?? "/bin/sh";
  const fence = `termwire-${randomUUID()}`;
  const command = createLoginShellCommand(shell, process.execPath, fence);
  if (command === null || process.platform === "win32") {
    return { env: given, fallbackReason: `no way is known to ask ${shell}` };
  }
  try {
    const text = await readOutput(shell, command.args, {
      env: given,
      timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    });
    const env = parseLoginEnvironment(text, fence);
    return env === null
      ? { env: given, fallbackReason: `${shell} did not tell its environment in time or at all` }
      : { env: withoutShellOwn(env, given), fallbackReason: null };
  } catch (error) {
    return { env: given, fallbackReason: error instanceof Error ? error.message : String(error) };
  }
}

async function readOutput(
  shell: string,
  args: readonly string[],
  limits: { readonly env: Readonly<NodeJS.ProcessEnv>; readonly timeoutMs: number },
): Promise<string> {
  const runner = createLocalRunner({ env: limits.env, secrets: { byPattern: false } });
  const spec = runner.resolve({
    program: { kind: "file", file: shell, args },
    cwd: homedir(),
    env: definedOnly(limits.env),
    timeoutMs: limits.timeoutMs,
    graceMs: GRACE_MS,
    outputLimitBytes: OUTPUT_LIMIT_BYTES,
  });
  await using started = await runner.start(spec);
  const { ending } = await started.completed;
  // A shell that was told to end goes on behind the start-up file that hung, with half of an environment.
  if (ending.cause !== "exit") return "";
  return new TextDecoder().decode(started.output.read(started.output.startOffset).bytes);
}

function definedOnly(env: Readonly<NodeJS.ProcessEnv>): Record<string, string> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined) defined[name] = value;
  }
  return defined;
}

/** What commands get from the runner would come back as the user's own wish. */
const RUNNER_OWN: Readonly<Record<string, string>> = { ...UNATTENDED_ENV, ...PIPE_ENV };

/** The working directory and the depth stay those of this process. */
function withoutShellOwn(
  env: Readonly<Record<string, string>>,
  given: Readonly<NodeJS.ProcessEnv>,
): Readonly<NodeJS.ProcessEnv> {
  const kept = Object.entries(env).filter(
    ([name, value]) => !SHELL_OWN_NAMES.has(name) && (name in given || RUNNER_OWN[name] !== value),
  );
  const own = Object.entries(given).filter(([name]) => SHELL_OWN_NAMES.has(name));
  return Object.fromEntries([...kept, ...own]);
}
