import {
  createOutputLog,
  type CommandRunner,
  type CommandSpec,
  type RunningCommand,
} from "@termwire/terminal";
import { createLocalCommand } from "./command/local-command.ts";
import { createNotStartedCommand } from "./command/not-started-command.ts";
import { chooseOutputPipe } from "./output/open-output-pipe.ts";
import { findShell } from "./request/find-shell.ts";
import { resolveRequest } from "./request/resolve-request.ts";
import { checkWorkingDirectory } from "./start/check-working-directory.ts";
import { planPosixLaunch } from "./start/launch-plan.ts";
import { startChild } from "./start/start-child.ts";
import { toStartFailure } from "./start/start-failure.ts";
import { createPosixTree } from "./tree/posix-tree.ts";
import { chooseProcessTable } from "./tree/process-table.ts";

/** Settings of a local runner. */
export interface LocalRunnerOptions {
  /** Absolute path of the shell that runs lines. Absent: bash where there is one, else `/bin/sh`. */
  readonly shell?: string;
  /** The environment commands start from. Absent: that of this process, read at each start. */
  readonly env?: Readonly<NodeJS.ProcessEnv>;
}

/** Creates a runner of commands on this machine, their output through pipes. */
export function createLocalRunner(options: LocalRunnerOptions = {}): CommandRunner {
  const platform = process.platform;
  const openOutputPipe = chooseOutputPipe(platform);
  const table = chooseProcessTable(platform);
  let shell: string | null = options.shell ?? null;
  const shellOnce = (): string => (shell ??= findShell(process.env, platform));

  const start = async (spec: CommandSpec): Promise<RunningCommand> => {
    await checkWorkingDirectory(spec.cwd, platform);
    const pipe = await openOutputPipe();
    const env = { ...(options.env ?? process.env), ...spec.env } as Record<string, string>;
    try {
      const child = await startChild(planPosixLaunch(spec.program), {
        cwd: spec.cwd,
        env,
        stdio: pipe.stdio,
      });
      const output = createOutputLog(spec.outputLimitBytes);
      return createLocalCommand({
        spec,
        child,
        output,
        tree: createPosixTree(child.pid, table),
        reader: pipe.startReading(child.process, output),
        isChildGone: () => table.readProcess(child.pid)?.isZombie ?? false,
      });
    } catch (error) {
      pipe.discard();
      return createNotStartedCommand(spec, toStartFailure(error, spec.program));
    }
  };

  return { resolve: (request) => resolveRequest(request, shellOnce), start };
}
