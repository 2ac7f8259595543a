import { spawn } from "node:child_process";
import { Socket } from "node:net";
import { PROCESS_MARKER } from "../environment/tree-marker.ts";
import { withPrivateDescriptors } from "../start/private-descriptors.ts";
import { REAPER_SCRIPT } from "./reaper-script.ts";

/**
 * A helper process that outlives this one just long enough to end what a `kill -9` of it would orphan: whatever bears
 * the marker of this process, without being told; and what it is told, in entries of the form that
 * {@link REAPER_SCRIPT} reads.
 */
export interface Reaper {
  /** Starts the helper when it does not run, which takes no waiting. */
  start(): void;
  /** Watches an entry, within {@link TELL_DELAY_MS}. One that is removed before is never told. */
  add(entry: string): void;
  remove(entry: string): void;
  /** True while the helper runs and will act on what it watches. */
  isRunning(): boolean;
}

/** Starts the helper; null when it cannot be. */
export type StartReaperProcess = () => ReaperProcess | null;

/** The helper as its parent sees it. */
export interface ReaperProcess {
  write(lines: string): void;
  isRunning(): boolean;
}

/**
 * The helper is a shell, which reads a byte at a time and would fall behind a stream of short commands. Most of them
 * have ended by then, and meanwhile the marker stands for them.
 */
export const TELL_DELAY_MS = 10;

/** Creates a reaper. A helper that was killed is replaced with the next start, and told everything again. */
export function createReaper(startProcess: StartReaperProcess = startReaperProcess): Reaper {
  const wanted = new Set<string>();
  let told: ReadonlySet<string> = new Set();
  let helper: ReaperProcess | null = null;
  let timer: NodeJS.Timeout | null = null;
  const isRunning = (): boolean => helper?.isRunning() ?? false;

  const tell = (): void => {
    timer = null;
    if (!isRunning()) return;
    const news = [...wanted].filter((entry) => !told.has(entry)).map((entry) => `+ ${entry}\n`);
    const olds = [...told].filter((entry) => !wanted.has(entry)).map((entry) => `- ${entry}\n`);
    told = new Set(wanted);
    if (news.length + olds.length > 0) helper?.write([...news, ...olds].join(""));
  };

  const tellSoon = (): void => {
    timer ??= setTimeout(tell, TELL_DELAY_MS).unref();
  };

  const start = (): void => {
    if (isRunning()) return;
    told = new Set();
    helper = startProcess();
    if (wanted.size > 0) tell();
  };

  return {
    start,
    add: (entry) => {
      wanted.add(entry);
      tellSoon();
    },
    remove: (entry) => {
      if (wanted.delete(entry) && told.has(entry)) tellSoon();
    },
    isRunning,
  };
}

/**
 * In a session of its own, so that a Ctrl-C for this process does not reach it; without this process's output,
 * which it would hold open; with an environment that bears no marker, or it would find itself. Null when there are no
 * descriptors left for it.
 */
function startReaperProcess(): ReaperProcess | null {
  try {
    return spawnReaper();
  } catch {
    return null;
  }
}

function spawnReaper(): ReaperProcess | null {
  const child = withPrivateDescriptors(["pipe", "ignore", "ignore"], (stdio) =>
    spawn("/bin/sh", ["-c", REAPER_SCRIPT, "termwire-reaper", PROCESS_MARKER], {
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
    write: (lines) => void input.write(lines),
    isRunning: () =>
      child.pid !== undefined && child.exitCode === null && child.signalCode === null,
  };
}
