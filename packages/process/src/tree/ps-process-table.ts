import { spawnSync } from "node:child_process";
import type { ProcessEntry, ProcessTable } from "./process-table.ts";

/** `ps` answers in milliseconds; one that does not is not waited for. */
const PS_TIMEOUT_MS = 5_000;

/** Asks `ps`, for macOS and whatever else has no `/proc`. It tells neither sessions nor environments. */
export const PS_PROCESS_TABLE: ProcessTable = {
  readProcess: (pid) => readPs(["-p", String(pid)])[0] ?? null,
  readAll,
  readSince: readAll,
  readMarkers: () => [],
  readLastId: () => null,
  readLater: () => [],
};

/** Twice: a process that forks and ends during the first look is missed, and its child is in the second. */
function readAll(): ProcessEntry[] {
  return [...readPs(["-ax"]), ...readPs(["-ax"])];
}

function readPs(selection: readonly string[]): ProcessEntry[] {
  const { stdout } = spawnSync("ps", [...selection, "-o", "pid=,ppid=,pgid=,stat=,lstart="], {
    encoding: "latin1",
    timeout: PS_TIMEOUT_MS,
    env: { ...process.env, LC_ALL: "C" },
  });
  return (stdout ?? "").split("\n").flatMap((line) => parsePsLine(line) ?? []);
}

/** Parses one line: three numbers, the state, and a date in the C locale. */
export function parsePsLine(line: string): ProcessEntry | null {
  const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/u.exec(line);
  if (match === null) return null;
  const [, pid, parentId, groupId, state = "", started = ""] = match;
  return {
    pid: Number(pid),
    parentId: Number(parentId),
    groupId: Number(groupId),
    sessionId: Number(groupId),
    startedAt: Date.parse(started),
    isZombie: state.startsWith("Z"),
    isBusy: /^[RDU]/u.test(state),
  };
}
