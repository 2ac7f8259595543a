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
  /** Watches an entry from now on: no moment is left in which the death of this process would orphan it. */
  add(entry: string): void;
  /** Stops watching it, within {@link TELL_DELAY_MS}. */
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

/** Removals can wait, so those of a stream of short commands are told together. */
export const TELL_DELAY_MS = 10;

/** Creates a reaper. A helper that was killed is replaced with the next start, and told everything again. */
export function createReaper(startProcess: StartReaperProcess = startReaperProcess): Reaper {
  const wanted = new Set<string>();
  const told = new Set<string>();
  let helper: ReaperProcess | null = null;
  let timer: NodeJS.Timeout | null = null;
  const isRunning = (): boolean => helper?.isRunning() ?? false;

  const tellAdded = (entries: readonly string[]): void => {
    const news = entries.filter((entry) => !told.has(entry));
    for (const entry of news) told.add(entry);
    if (news.length > 0) helper?.write(news.map((entry) => `+ ${entry}\n`).join(""));
  };

  const tellRemoved = (): void => {
    timer = null;
    const olds = [...told].filter((entry) => !wanted.has(entry));
    for (const entry of olds) told.delete(entry);
    if (olds.length > 0 && isRunning()) helper?.write(olds.map((entry) => `- ${entry}\n`).join(""));
  };

  const start = (): void => {
    if (isRunning()) return;
    told.clear();
    helper = startProcess();
    if (isRunning()) tellAdded([...wanted]);
  };

  return {
    start,
    add: (entry) => {
      wanted.add(entry);
      if (isRunning()) tellAdded([entry]);
    },
    remove: (entry) => {
      if (!wanted.delete(entry) || !told.has(entry)) return;
      timer ??= setTimeout(tellRemoved, TELL_DELAY_MS).unref();
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
