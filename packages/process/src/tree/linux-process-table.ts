import { readdirSync, readFileSync } from "node:fs";
import type { ProcessEntry, ProcessTable } from "./process-table.ts";

/** Reads `/proc`. */
export const LINUX_PROCESS_TABLE: ProcessTable = {
  readProcess,
  readAll: () => readPids().flatMap((pid) => readProcess(pid) ?? []),
  readLastPid: () => Number(readText("/proc/loadavg")?.trim().split(" ").at(-1)),
  hasMarker: (pid, marker) => readText(`/proc/${pid}/environ`)?.includes(marker) ?? false,
};

/** None where `/proc` is not mounted. */
function readPids(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function readProcess(pid: number): ProcessEntry | null {
  const stat = readText(`/proc/${pid}/stat`);
  return stat === null ? null : parseProcStat(stat);
}

/** Null for a process that ended meanwhile and for one that may not be looked at. */
function readText(path: string): string | null {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return null;
  }
}

/** Position of `starttime` among the fields after the name. */
const STARTED_AT_FIELD = 19;

/** Parses `/proc/PID/stat`. The name may hold blanks and parentheses, so fields count from its last one. */
export function parseProcStat(line: string): ProcessEntry | null {
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  const [state, parentId, groupId, sessionId] = fields;
  const numbers = {
    pid: Number.parseInt(line, 10),
    parentId: Number(parentId),
    groupId: Number(groupId),
    sessionId: Number(sessionId),
    startedAt: Number(fields[STARTED_AT_FIELD]),
  };
  if (!Object.values(numbers).every(Number.isInteger)) return null;
  return { ...numbers, isZombie: state === "Z" || state === "X" };
}
