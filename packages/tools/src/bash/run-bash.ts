import {
  createHeadTailBuffer,
  resolveDirectory,
  type HeadTailLimits,
  type RunningCommand,
  type SpilledOutput,
} from "@termwire/terminal";
import type { ToolContext } from "../tool-definition.ts";
import type { BashArgs } from "./bash-args.ts";
import type { BashResult } from "./bash-result.ts";
import { collectOutput } from "./collect-output.ts";
import { renderModelOutput } from "./model-output.ts";

/** What every call of one bash tool has in common. */
export interface BashSettings {
  /** Of the text for the model. */
  readonly limits: HeadTailLimits;
  readonly defaultTimeoutMs: number | null;
  readonly defaultIdleTimeoutMs: number | null;
  readonly outputLimitBytes: number;
}

/**
 * Runs one command in the foreground. Resolves when it has completed, or was ended because the turn was cancelled.
 *
 * @throws whatever the runner throws instead of starting it, and the signal's reason when that has aborted already.
 */
export async function runBash(
  args: BashArgs,
  context: ToolContext,
  settings: BashSettings,
): Promise<BashResult> {
  context.signal.throwIfAborted();
  const { command: line, workdir, timeoutMs = settings.defaultTimeoutMs } = args;
  const { idleTimeoutMs = settings.defaultIdleTimeoutMs } = args;
  const spec = context.runner.resolve({
    program: { kind: "shell", line },
    cwd: resolveDirectory(context.session.cwd, workdir),
    timeoutMs,
    idleTimeoutMs,
    outputLimitBytes: settings.outputLimitBytes,
    spill: true,
  });
  const command = await context.runner.start(spec);
  const cancel = (): void => void command.terminate("cancelled").catch(() => undefined);
  context.signal.addEventListener("abort", cancel, { once: true });
  if (context.signal.aborted) cancel();
  try {
    show(command, context);
    return await readResult(command, settings.limits);
  } finally {
    context.signal.removeEventListener("abort", cancel);
  }
}

/** Showing is not doing: a card that cannot be drawn does not end the command. */
function show(command: RunningCommand, { showTerminal }: ToolContext): void {
  try {
    showTerminal(command);
  } catch {
    // Whoever shows terminals reports its own failures.
  }
}

/** Text shrinks when colours and redraws are resolved: so much more is kept than the model gets. */
const KEPT_PER_SHOWN_BYTE = 16;

async function readResult(command: RunningCommand, limits: HeadTailLimits): Promise<BashResult> {
  const buffer = createHeadTailBuffer({
    headBytes: limits.headBytes * KEPT_PER_SHOWN_BYTE,
    tailBytes: limits.tailBytes * KEPT_PER_SHOWN_BYTE,
  });
  const kept = await collectOutput(command, buffer);
  const { ending, durationMs, timeout } = await command.completed;
  const leftRunning = ending.cause === "exit" && (await isLeftRunning(command));
  const saveAll = (): SpilledOutput | null => command.spill?.save() ?? null;
  const { text, omittedBytes, spill } = await renderModelOutput(kept, limits, saveAll);
  const { program, cwd, timeoutMs, idleTimeoutMs } = command.spec;
  return {
    ending,
    durationMs,
    timeoutMs,
    idleTimeoutMs,
    timeout,
    output: text,
    totalBytes: kept.totalBytes,
    omittedBytes,
    spill,
    leftRunning,
    cwd,
    shell: program.kind === "shell" ? program.shell : null,
  };
}

/** What is just ending when its parent has ended is nothing the model needs to know of. */
const LINGER_MS = 50;

async function isLeftRunning(command: RunningCommand): Promise<boolean> {
  if (!(await isTreeAlive(command))) return false;
  await new Promise((resolve) => {
    setTimeout(resolve, LINGER_MS);
  });
  return isTreeAlive(command);
}

/** Not known is not said. */
function isTreeAlive(command: RunningCommand): Promise<boolean> {
  return command.isTreeAlive().catch(() => false);
}
