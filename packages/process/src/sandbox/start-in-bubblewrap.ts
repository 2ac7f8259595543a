import { setTimeout as sleep } from "node:timers/promises";
import { TerminalError, type CommandSpec, type Exit } from "@termwire/terminal";
import { createNotStartedCommand } from "../command/not-started-command.ts";
import type { LocalCommand, LocalRunner } from "../local-command.ts";
import { planPosixLaunch } from "../start/launch-plan.ts";
import { readInterpreter } from "../start/read-interpreter.ts";
import { toStartFailure } from "../start/start-failure.ts";
import { openReportFile, toSandboxedExit, whyNotMade, type ReportFile } from "./init-report.ts";
import { planBubblewrap } from "./plan-bubblewrap.ts";
import type { SandboxBackend } from "./probe-sandbox.ts";
import { readSandboxFacts } from "./sandbox-facts.ts";
import { planSandboxLaunch } from "./sandbox-init.ts";
import type { SandboxPolicy } from "./sandbox-policy.ts";
import { createSandboxedCommand } from "./sandboxed-command.ts";
import { systemErrorOf } from "./system-error.ts";

/** How often the report is looked at until the command has started: often at first, for it takes some 10 ms. */
const FIRST_POLL_MS = 2;
const MAX_POLL_MS = 16;

/** A sandbox that takes longer hangs, as on a file system that does not answer; nobody has a handle to end it yet. */
const START_TIMEOUT_MS = 30_000;

/** A runner, what it runs commands in, and by which rules. */
export interface SandboxSetting<Backend> {
  readonly inner: LocalRunner;
  readonly policy: SandboxPolicy;
  readonly backend: Backend;
}

/** Starts a command in bubblewrap; resolves when it runs, or is known not to. */
export async function startInBubblewrap(
  spec: CommandSpec,
  { inner, policy, backend }: SandboxSetting<SandboxBackend & { readonly kind: "bubblewrap" }>,
): Promise<LocalCommand> {
  const { file, args } = planPosixLaunch(spec.program);
  const report = openReportFile();
  try {
    const launch = planSandboxLaunch({
      bubblewrap: backend.file,
      init: backend.init,
      options: planBubblewrap(policy, spec, readSandboxFacts(policy, spec.cwd)),
      reportPath: report.path,
      program: [file, ...args],
    });
    const wrapped = { ...spec, program: { kind: "file", file: "/bin/sh", args: launch } } as const;
    const command = await inner.start(wrapped);
    return await toSandboxed(spec, policy, { command, report });
  } catch (error) {
    report.close();
    throw error;
  }
}

async function toSandboxed(
  spec: CommandSpec,
  policy: SandboxPolicy,
  { command, report }: { readonly command: LocalCommand; readonly report: ReportFile },
): Promise<LocalCommand> {
  const early = await waitForStart(command, report);
  const told = report.read();
  if (told.start?.kind === "failed") {
    await command.release();
    report.close();
    return createNotStartedCommand(spec, toFailure(spec, told.start.errno));
  }
  const why = command.pid === null ? null : whyNotMade(early, told);
  if (why !== null) {
    await command.release();
    throw toRefusal(spec, why);
  }
  return createSandboxedCommand({
    spec,
    policy,
    inner: command,
    toExit: (outer) => {
      report.close();
      return command.pid === null ? outer : toSandboxedExit(outer, report.read());
    },
  });
}

/** Resolves with how the sandbox ended if it did before the command was started, else with null; bounded. */
async function waitForStart(command: LocalCommand, report: ReportFile): Promise<Exit | null> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (let pollMs = FIRST_POLL_MS; report.read().start === null;) {
    if (performance.now() > deadline) return null;
    const ended = await Promise.race([command.exited, sleep(pollMs, null)]);
    if (ended !== null) return ended;
    pollMs = Math.min(pollMs * 2, MAX_POLL_MS);
  }
  return null;
}

function toFailure(spec: CommandSpec, errno: number): ReturnType<typeof toStartFailure> {
  const { program, cwd, env } = spec;
  const file = program.kind === "file" ? program.file : program.shell;
  const path = env["PATH"] ?? process.env["PATH"] ?? "";
  return toStartFailure(systemErrorOf(errno), program, readInterpreter(file, cwd, path));
}

function toRefusal({ cwd }: CommandSpec, complaint: string): TerminalError {
  if (/can't chdir/iu.test(complaint)) {
    const message = `working directory is hidden in the sandbox: ${cwd}`;
    return new TerminalError("cwd-not-accessible", message, { cwd, complaint });
  }
  const message = `the sandbox could not be made, nothing was run: ${complaint}`;
  return new TerminalError("sandbox-unavailable", message, { complaint });
}
