import { spawn } from "node:child_process";
import { Socket } from "node:net";
import { withPrivateDescriptors } from "../start/private-descriptors.ts";
import { REAPER_SCRIPT } from "./reaper-script.ts";

/**
 * A helper process that outlives this one just long enough to end what a `kill -9` of it would orphan. It watches
 * entries of the form {@link REAPER_SCRIPT} reads.
 */
export interface Reaper {
  /** Starts the helper when it does not run, which takes no waiting. */
  add(entry: string): void;
  remove(entry: string): void;
  /** True while the helper runs and will act on what it watches. */
  isRunning(): boolean;
}

/** Starts the helper; null when it cannot be. */
export type StartReaperProcess = () => ReaperProcess | null;

/** The helper as its parent sees it. */
export interface ReaperProcess {
  write(line: string): void;
  isRunning(): boolean;
}

/** Creates a reaper. A helper that was killed is replaced with the next entry, and told everything again. */
export function createReaper(startProcess: StartReaperProcess = startReaperProcess): Reaper {
  const entries = new Set<string>();
  let helper: ReaperProcess | null = null;
  const isRunning = (): boolean => helper?.isRunning() ?? false;

  const add = (entry: string): void => {
    entries.add(entry);
    if (isRunning()) return helper?.write(`+ ${entry}\n`);
    helper = startProcess();
    helper?.write([...entries].map((known) => `+ ${known}\n`).join(""));
  };

  const remove = (entry: string): void => {
    if (entries.delete(entry) && isRunning()) helper?.write(`- ${entry}\n`);
  };

  return { add, remove, isRunning };
}

/**
 * In a session of its own, so that a Ctrl-C for this process does not reach it; without this process's output,
 * which it would hold open; with an environment that bears no marker, or it would find itself.
 */
function startReaperProcess(): ReaperProcess | null {
  const child = withPrivateDescriptors(["pipe", "ignore", "ignore"], (stdio) =>
    spawn("/bin/sh", ["-c", REAPER_SCRIPT, "termwire-reaper"], {
      cwd: "/",
      detached: true,
      stdio,
      env: { PATH: "/usr/bin:/bin" },
    }),
  );
  child.on("error", () => undefined); // told by isRunning
  child.unref();
  const input = child.stdin;
  if (!(input instanceof Socket)) return null;
  input.on("error", () => undefined); // it was killed: told by isRunning
  input.unref();
  return {
    write: (line) => void input.write(line),
    isRunning: () =>
      child.pid !== undefined && child.exitCode === null && child.signalCode === null,
  };
}
