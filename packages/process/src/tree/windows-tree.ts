import { spawnSync } from "node:child_process";
import type { ProcessTree, TreeSignal } from "./process-tree.ts";

/** What {@link createWindowsTree} asks of the system. */
export interface WindowsKill {
  /** Runs `taskkill` with these arguments. */
  readonly taskkill: (args: readonly string[]) => void;
  readonly isRunning: (pid: number) => boolean;
}

/** `taskkill` works within a second; one that hangs is left. */
const TASKKILL_TIMEOUT_MS = 5_000;

/** The real system. */
const WINDOWS_KILL: WindowsKill = {
  taskkill: (args) =>
    void spawnSync("taskkill", [...args], {
      stdio: "ignore",
      windowsHide: true,
      timeout: TASKKILL_TIMEOUT_MS,
    }),
  isRunning: (pid) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  },
};

/**
 * The tree below `pid` as `taskkill /T` follows it, by parents. It can be followed only while the direct child
 * lives: what that one left behind is not found afterwards.
 */
export function createWindowsTree(pid: number, system: WindowsKill = WINDOWS_KILL): ProcessTree {
  let exited = false;
  const isAlive = (): boolean => !exited && system.isRunning(pid);
  return {
    listGroups: () => [],
    isAlive,
    isBusy: () => null,
    isLeaderGone: () => !isAlive(),
    signal: (signal: TreeSignal) => {
      if (!isAlive()) return;
      const force = signal === "SIGKILL" ? ["/F"] : [];
      system.taskkill(["/T", ...force, "/PID", String(pid)]);
    },
    noteLeaderExit: () => {
      exited = true;
    },
  };
}
