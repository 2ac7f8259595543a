import type {
  HeadTailLimits,
  RunningCommand,
  SpilledOutput,
  TerminalSize,
} from "@termwire/terminal";
import type { Jobs } from "../jobs/create-jobs.ts";
import { isLeftRunning } from "../jobs/is-left-running.ts";
import { waitForInputWait } from "../jobs/is-waiting-for-input.ts";
import type { Job } from "../jobs/job.ts";
import type { ToolContext } from "../tool-definition.ts";
import type { BashArgs } from "./bash-args.ts";
import type { BackgroundBash, BashResult, CompletedBash } from "./bash-result.ts";
import { collectOutput } from "./collect-output.ts";
import { createOutputBuffer } from "./copy-output.ts";
import { renderModelOutput } from "./model-output.ts";
import { startBash } from "./start-bash.ts";

/** What every call of one bash tool has in common. */
export interface BashSettings {
  /** Of the text for the model. */
  readonly limits: HeadTailLimits;
  readonly defaultTimeoutMs: number | null;
  readonly defaultIdleTimeoutMs: number | null;
  readonly outputLimitBytes: number;
  /** Of a terminal. */
  readonly size: TerminalSize;
  /** Null: nothing runs in the background. */
  readonly jobs: Jobs | null;
}

/**
 * Runs one command. In the foreground it resolves when the command has completed, was ended because the turn was
 * cancelled, or was moved to the background; in the background right after the start.
 *
 * @throws whatever the runner throws instead of starting it, and the signal's reason when that has aborted already.
 */
export async function runBash(
  args: BashArgs,
  context: ToolContext,
  settings: BashSettings,
): Promise<BashResult> {
  context.signal.throwIfAborted();
  const { command, job } = await startBash(args, context, settings);
  show(command, context);
  if (job !== null) return { ...NOTHING_PRINTED, ...toBackground(job), ...readSpec(command) };
  return runInForeground({ command, args, context, settings });
}

const NOTHING_PRINTED = { output: "", totalBytes: 0, omittedBytes: 0, spill: null } as const;

/** Showing is not doing: a card that cannot be drawn does not end the command. */
function show(command: RunningCommand, { showTerminal }: ToolContext): void {
  try {
    showTerminal(command);
  } catch {
    // Whoever shows terminals reports its own failures.
  }
}

interface Foreground {
  readonly command: RunningCommand;
  readonly args: BashArgs;
  readonly context: ToolContext;
  readonly settings: BashSettings;
}

async function runInForeground(call: Foreground): Promise<BashResult> {
  const { command, settings } = call;
  const isOver = new AbortController();
  if (settings.jobs !== null && call.args.tty === true) void moveWhenWaiting(call, isOver.signal);
  const completed = command.completed.then(() => null);
  const adopted = settings.jobs?.whenAdopted(command) ?? completed;
  const over = Promise.race([completed, adopted]).finally(() => isOver.abort());
  endWithTurn(call, isOver.signal);
  const kept = await collectOutput(
    { output: command.output, completed: over },
    createOutputBuffer(settings.limits),
  );
  const job = await over;
  job?.unread.skipTo(kept.totalBytes);
  const saveAll = (): SpilledOutput | null => command.spill?.save() ?? null;
  const { text, omittedBytes, spill } = await renderModelOutput(kept, settings.limits, saveAll);
  const { totalBytes } = kept;
  const printed = { output: text, totalBytes, omittedBytes, spill, ...readSpec(command) };
  if (job !== null) return { ...printed, ...toBackground(job) };
  return { ...printed, ...(await readCompletion(call, totalBytes)) };
}

/** Ends the command when its turn is cancelled, unless it is over for the turn before. */
function endWithTurn({ command, context }: Foreground, isOver: AbortSignal): void {
  const cancel = (): void => void command.terminate("cancelled").catch(() => undefined);
  if (context.signal.aborted) cancel();
  context.signal.addEventListener("abort", cancel, { once: true });
  const forget = (): void => context.signal.removeEventListener("abort", cancel);
  isOver.addEventListener("abort", forget, { once: true });
}

/** Nobody can answer a command in the foreground: as a job it can be answered. */
async function moveWhenWaiting(call: Foreground, signal: AbortSignal): Promise<void> {
  if (!(await waitForInputWait(call.command, signal))) return;
  try {
    call.settings.jobs?.adopt(call.command, { ...aboutCall(call), origin: "waiting-for-input" });
  } catch {
    // The session is closing, and ends the command.
  }
}

async function readCompletion(
  call: Foreground,
  readBytes: number,
): Promise<Omit<CompletedBash, keyof typeof NOTHING_PRINTED | keyof SpecFacts>> {
  const { ending, durationMs, timeout, sandboxDenial } = await call.command.completed;
  const leftRunning = ending.cause === "exit" && (await isLeftRunning(call.command));
  const job = leftRunning ? adoptLeftBehind(call, readBytes) : null;
  return { kind: "completed", ending, durationMs, timeout, sandboxDenial, leftRunning, job };
}

function adoptLeftBehind(call: Foreground, readBytes: number): string | null {
  const about = { ...aboutCall(call), origin: "left-behind", readBytes } as const;
  try {
    return call.settings.jobs?.adopt(call.command, about).id ?? null;
  } catch {
    return null; // the session is closing, and ends them
  }
}

function aboutCall({ args, context }: Foreground): {
  readonly description: string | null;
  readonly callId: string;
} {
  return { description: args.description ?? null, callId: context.callId };
}

function toBackground(job: Job): Pick<BackgroundBash, "kind" | "job" | "origin"> {
  const origin = job.origin === "left-behind" ? "moved" : job.origin;
  return { kind: "background", job: job.id, origin };
}

type SpecFacts = Pick<BashResult, "timeoutMs" | "idleTimeoutMs" | "cwd" | "shell">;

function readSpec({ spec }: RunningCommand): SpecFacts {
  const { program, cwd, timeoutMs, idleTimeoutMs } = spec;
  return { timeoutMs, idleTimeoutMs, cwd, shell: program.kind === "shell" ? program.shell : null };
}
