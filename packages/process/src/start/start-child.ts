import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import type { Exit } from "@termwire/terminal";
import type { ChildStdio } from "../channel/channel.ts";
import type { LaunchPlan } from "./launch-plan.ts";
import { withPrivateDescriptors } from "./private-descriptors.ts";

/** A direct child that runs. */
export interface StartedChild {
  readonly process: ChildProcess;
  /** Also the id of its own session and process group on POSIX systems. */
  readonly pid: number;
  /** Right before it was started: milliseconds since the epoch, and on the clock that never jumps. */
  readonly startedAt: { readonly epochMs: number; readonly clockMs: number };
  /** Resolves once, when the operating system reported the end. Never rejects. */
  readonly exited: Promise<Exit>;
}

/** What a child is started with. */
export interface ChildSetting {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdio: ChildStdio;
}

/**
 * Starts a child in a session of its own: it cannot take this process's terminal.
 *
 * Rejects with the system's error when there is no child; afterwards no error event is left without a listener.
 */
export async function startChild(plan: LaunchPlan, setting: ChildSetting): Promise<StartedChild> {
  const startedAt = { epochMs: Date.now(), clockMs: performance.now() };
  const child = withPrivateDescriptors(setting.stdio, (stdio) =>
    spawn(plan.file, [...plan.args], { ...spawnOptions(plan, setting), stdio }),
  );
  const exited = new Promise<Exit>((resolve) => {
    child.once("exit", (code, signal) => resolve(toExit(code, signal)));
  });
  const failed = new Promise<unknown>((resolve) => {
    child.on("error", resolve);
  });
  if (child.pid === undefined) throw await failed;
  return { process: child, pid: child.pid, startedAt, exited };
}

function spawnOptions(plan: LaunchPlan, setting: ChildSetting): SpawnOptions {
  return {
    cwd: setting.cwd,
    env: setting.env,
    detached: plan.ownSession,
    windowsHide: true,
    windowsVerbatimArguments: plan.verbatim,
  };
}

function toExit(code: number | null, signal: string | null): Exit {
  if (signal !== null) return { kind: "signaled", signal };
  if (code !== null) return { kind: "exited", code };
  return { kind: "lost", reason: "the system reported neither a code nor a signal" };
}
