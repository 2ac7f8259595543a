import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { createLocalFiles, createLocalRunner } from "@termwire/process";
import { createOwnedRunner, type OwnedRunner, type RunningCommand } from "@termwire/terminal";
import {
  createFileTools,
  createJobs,
  createShellTools,
  createToolRegistry,
  type BackgroundBash,
  type CompletedBash,
  type Job,
  type JobLimits,
  type JobReport,
  type Jobs,
  type PreparedCall,
  type ShellToolsOptions,
  type ToolContext,
  type ToolOutcome,
} from "@termwire/tools";
import { readPid } from "./watch-processes.ts";

/** Tools and jobs as one session has them, over real processes in a directory of its own. */
export interface SessionTools extends AsyncDisposable {
  readonly cwd: string;
  readonly runner: OwnedRunner;
  readonly jobs: Jobs;
  /** Every tool of the package. */
  readonly names: readonly string[];
  /** Cancels the turn. */
  readonly turn: AbortController;
  /** Commands that were handed over to be shown. */
  readonly shown: RunningCommand[];
  prepare(tool: string, input: unknown): PreparedCall;
  call(tool: string, input: unknown, context?: Partial<ToolContext>): Promise<ToolOutcome>;
  /** Starts a command in the background. */
  startJob(command: string, rest?: Readonly<Record<string, unknown>>): Promise<Job>;
  /** What is new of a job's output. */
  readJobOutput(job: string): Promise<string>;
  /** Id that a command has written, once it has. */
  readPid(name: string): Promise<number>;
  /** Makes an empty file in the directory. */
  touch(name: string): Promise<void>;
}

/** Creates the tools of one session. */
export async function createSessionTools(
  options: Partial<ShellToolsOptions> & { readonly limits?: JobLimits } = {},
): Promise<SessionTools> {
  const { limits, ...rest } = options;
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "termwire-jobs-")));
  const runner = createOwnedRunner(createLocalRunner());
  const jobs = createJobs({ ...(limits && { limits }) });
  const tools = createToolRegistry();
  for (const tool of createShellTools({ jobs, ...rest })) tools.register(tool);
  const files = createLocalFiles();
  for (const tool of createFileTools({ files, tree: files })) tools.register(tool);
  const turn = new AbortController();
  const shown: RunningCommand[] = [];
  const context: ToolContext = {
    callId: "call_1",
    session: { cwd },
    runner,
    signal: turn.signal,
    showTerminal: (command) => void shown.push(command),
  };
  const prepare = (tool: string, input: unknown): PreparedCall =>
    tools.resolve(tool).prepare(input);
  const call: SessionTools["call"] = (tool, input, more = {}) =>
    prepare(tool, input).run({ ...context, ...more });
  return {
    cwd,
    runner,
    jobs,
    names: tools.list().map(({ name }) => name),
    turn,
    shown,
    prepare,
    call,
    async startJob(command, more = {}) {
      const outcome = await call("bash", { command, run_in_background: true, ...more });
      return jobs.resolve(backgroundOf(outcome).job);
    },
    async readJobOutput(job) {
      const { result } = await call("job_output", { job });
      return (result as JobReport).output; // the tool made it
    },
    readPid: (name) => readPid(join(cwd, name)),
    touch: (name) => writeFile(join(cwd, name), ""),
    async [Symbol.asyncDispose]() {
      await jobs[Symbol.asyncDispose]();
      await runner.dispose();
      await rm(cwd, { recursive: true, force: true });
    },
  };
}

/** The result of a call whose command runs on. */
export function backgroundOf(outcome: ToolOutcome): BackgroundBash {
  expect(outcome.result).toMatchObject({ kind: "background" });
  return outcome.result as BackgroundBash; // checked above
}

/** The result of a call whose command has completed. */
export function completedOf(outcome: ToolOutcome): CompletedBash {
  expect(outcome.result).toMatchObject({ kind: "completed" });
  return outcome.result as CompletedBash; // checked above
}
