import {
  resolveDirectory,
  type CommandRunner,
  type CommandSpec,
  type RunningCommand,
} from "@termwire/terminal";
import type { Job } from "../jobs/job.ts";
import type { ToolContext } from "../tool-definition.ts";
import { ToolError } from "../tool-error.ts";
import type { BashArgs } from "./bash-args.ts";
import type { BashSettings } from "./run-bash.ts";
import { startUnlessCancelled } from "./start-unless-cancelled.ts";

/** A command that runs; the job it is, in the background. */
export interface StartedBash {
  readonly command: RunningCommand;
  readonly job: Job | null;
}

/**
 * Starts the command of a call. A turn that is cancelled meanwhile ends one that was to run in the background: nobody
 * would learn of it.
 *
 * @throws whatever the runner throws; ToolError `too-many-jobs`, or `invalid-args` where there is no background; the
 * signal's reason.
 */
export async function startBash(
  args: BashArgs,
  context: ToolContext,
  settings: BashSettings,
): Promise<StartedBash> {
  const spec = resolveSpec(args, context, settings);
  if (args.runInBackground !== true) {
    return { command: await startUnlessCancelled(context.runner, spec, context.signal), job: null };
  }
  if (settings.jobs === null) {
    throw new ToolError("invalid-args", "bash: nothing can run in the background here");
  }
  const { description = null } = args;
  const about = { description, callId: context.callId };
  const runner: CommandRunner = {
    resolve: (request) => context.runner.resolve(request),
    start: (wanted: CommandSpec) => startUnlessCancelled(context.runner, wanted, context.signal),
  };
  const job = await settings.jobs.start(runner, spec, about);
  if (context.signal.aborted) {
    await job.stop("cancelled");
    settings.jobs.dropNotices(job);
    context.signal.throwIfAborted();
  }
  return { command: job.command, job };
}

/** Dozens of jobs keep theirs until the session ends or forgets them; the file has the rest. */
const JOB_OUTPUT_LIMIT_BYTES = 2 * 1024 * 1024;

function resolveSpec(args: BashArgs, context: ToolContext, settings: BashSettings): CommandSpec {
  const isBackground = args.runInBackground === true;
  const { defaultTimeoutMs, defaultIdleTimeoutMs } = settings;
  const { timeoutMs = isBackground ? null : defaultTimeoutMs } = args;
  const { idleTimeoutMs = isBackground ? null : defaultIdleTimeoutMs } = args;
  // Only a job can be typed to: without jobs a program is better told that nobody answers.
  const stdin = settings.jobs === null ? "null" : "terminal";
  return context.runner.resolve({
    program: { kind: "shell", line: args.command },
    cwd: resolveDirectory(context.session.cwd, args.workdir),
    timeoutMs,
    idleTimeoutMs,
    outputLimitBytes: isBackground
      ? Math.min(settings.outputLimitBytes, JOB_OUTPUT_LIMIT_BYTES)
      : settings.outputLimitBytes,
    spill: true,
    ...(args.tty === true && { size: settings.size, stdin }),
  });
}
