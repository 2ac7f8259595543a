import { TerminalError, type CommandSpec } from "@termwire/terminal";
import type { Channel } from "./channel/channel.ts";
import { createNotStartedCommand } from "./command/not-started-command.ts";
import { createStartedCommand } from "./command/started-command.ts";
import {
  createCommandEnvironment,
  type EnvironmentSources,
} from "./environment/command-environment.ts";
import { createSecretFilter, type SecretPolicy } from "./environment/secret-names.ts";
import { createTreeMarker, MARKER_VARIABLE, renderMarker } from "./environment/tree-marker.ts";
import type { LocalCommand, LocalRunner } from "./local-command.ts";
import { chooseLocalPlatform, type LocalPlatform } from "./local-platform.ts";
import { findShell } from "./request/find-shell.ts";
import { resolveRequest } from "./request/resolve-request.ts";
import {
  chooseCommandOutput,
  type CommandOutput,
  type SpillOptions,
} from "./spill/create-command-output.ts";
import { checkWorkingDirectory } from "./start/check-working-directory.ts";
import { readInterpreter } from "./start/read-interpreter.ts";
import { startChild, type StartedChild } from "./start/start-child.ts";
import { toStartFailure, type StartFailure } from "./start/start-failure.ts";
import { isWsl, renderWslEnvironment } from "./start/wsl.ts";

/** Settings of a local runner. */
export interface LocalRunnerOptions {
  /** Absolute path of the shell that runs lines. Absent: bash where there is one, else `/bin/sh`. */
  readonly shell?: string;
  /**
   * The environment commands start from, or what reads it once, for the first command, and again for the next one
   * when it rejects. Absent: that of this process, read at each start.
   */
  readonly env?: Readonly<NodeJS.ProcessEnv> | (() => Promise<Readonly<NodeJS.ProcessEnv>>);
  /** What of that environment commands do not see. Absent: whatever has the name of a secret. */
  readonly secrets?: SecretPolicy;
  /** Files for the output of commands that ask for one. */
  readonly spill?: SpillOptions;
}

/**
 * Creates a runner of commands on this machine, on pipes or, where a request has a size, on a terminal.
 *
 * ```ts
 * const runner = createLocalRunner();
 * await using command = await runner.start(
 *   runner.resolve({ program: { kind: "shell", line: "npm test" }, cwd: "/project" }),
 * );
 * const { ending } = await command.completed;
 * ```
 */
export function createLocalRunner(options: LocalRunnerOptions = {}): LocalRunner {
  return createPlatformRunner(options, chooseLocalPlatform(process.platform));
}

/** The same on a platform that was chosen already. */
export function createPlatformRunner(
  options: LocalRunnerOptions,
  platform: LocalPlatform,
): LocalRunner {
  let shell: string | null = options.shell ?? null;
  const shellOnce = (): string => (shell ??= findShell(process.env, platform.name));
  const createOutput = chooseCommandOutput(options.spill ?? {}, platform.name);
  const readBase = createBaseReader(options.env);
  const isSecret = createSecretFilter(options.secrets ?? {});
  return {
    resolve: (request) => resolveRequest(request, shellOnce),
    start: (spec) => startCommand(spec, { readBase, isSecret, platform, createOutput }),
  };
}

type ReadBase = () => Promise<Readonly<NodeJS.ProcessEnv>> | Readonly<NodeJS.ProcessEnv>;

function createBaseReader(env: LocalRunnerOptions["env"]): ReadBase {
  if (typeof env !== "function") return () => env ?? process.env;
  let read: ReturnType<typeof env> | null = null;
  return () => {
    if (read !== null) return read;
    const reading = env();
    reading.catch(() => (read = null)); // the next command asks again
    read = reading;
    return reading;
  };
}

interface RunnerParts {
  readonly readBase: ReadBase;
  readonly isSecret: EnvironmentSources["isSecret"];
  readonly platform: LocalPlatform;
  readonly createOutput: (spec: CommandSpec) => CommandOutput;
}

async function startCommand(
  spec: CommandSpec,
  { readBase, isSecret, platform, createOutput }: RunnerParts,
): Promise<LocalCommand> {
  const marker = createTreeMarker();
  const prepareEnvironment = async (): Promise<Record<string, string>> =>
    createEnvironment(spec, { base: await readBase(), isSecret }, { marker, platform });
  const [env] = await Promise.all([
    prepareEnvironment(),
    checkWorkingDirectory(spec.cwd, platform.name), // the system looks meanwhile
  ]);
  let channel: Channel | null = null;
  const watch = platform.watchTree();
  let child: StartedChild;
  try {
    channel = await platform.openChannel(spec);
    const setting = { cwd: spec.cwd, env };
    const plan = channel.adaptPlan(platform.planLaunch(spec.program, setting), setting);
    child = await startChild(plan, { ...setting, stdio: channel.stdio });
  } catch (error) {
    channel?.discard();
    watch.dispose();
    if (TerminalError.is(error)) throw error;
    await checkWorkingDirectory(spec.cwd, platform.name); // it may be gone since, and the program is blamed for it
    return createNotStartedCommand(spec, explainFailure(error, spec, env["PATH"] ?? ""));
  }
  const tree = platform.createTree(child.pid, marker);
  watch.noteStarted(tree);
  const { output, spill } = createOutput(spec);
  const attached = channel.attach(child.process, output);
  return createStartedCommand({ spec, child, output, spill, tree, watch, channel: attached });
}

function explainFailure(error: unknown, { program, cwd }: CommandSpec, path: string): StartFailure {
  const file = program.kind === "file" ? program.file : program.shell;
  return toStartFailure(error, program, readInterpreter(file, cwd, path));
}

function createEnvironment(
  spec: CommandSpec,
  from: Pick<EnvironmentSources, "base" | "isSecret">,
  { marker, platform }: { readonly marker: string; readonly platform: LocalPlatform },
): Record<string, string> {
  const env = createCommandEnvironment({
    ...from,
    added: spec.env,
    connection: toConnection(spec),
    platform: platform.name,
  });
  const marked = { ...env, [MARKER_VARIABLE]: renderMarker(env[MARKER_VARIABLE], marker) };
  const { program } = spec;
  if (platform.name !== "win32" || program.kind !== "shell" || !isWsl(program.shell)) return marked;
  return renderWslEnvironment(marked, [...Object.keys(spec.env), MARKER_VARIABLE]);
}

function toConnection({ size, stdin }: CommandSpec): EnvironmentSources["connection"] {
  if (size === null) return "pipe";
  return stdin === "terminal" ? "typed" : "terminal";
}
