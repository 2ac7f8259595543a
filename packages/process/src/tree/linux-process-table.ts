import { existsSync, readdirSync } from "node:fs";
import { findTreeMarkers } from "../environment/tree-marker.ts";
import { readLinuxEnvironment } from "./linux-environment.ts";
import { isPidGivenSince, renderRange } from "./pid-range.ts";
import { readProcFile, splitProcStat } from "./proc-file.ts";
import type { ProcessEntry, ProcessTable } from "./process-table.ts";
import { readWithLater } from "./read-with-later.ts";

/** Reads `/proc`. */
export const LINUX_PROCESS_TABLE: ProcessTable = {
  readProcess,
  readAll: () => readExactly(readLastPid(), readPids),
  readSince,
  readMarkers: (pid) => {
    const environment = readLinuxEnvironment(pid);
    return environment === null ? null : findTreeMarkers(environment);
  },
  readLastId: readLastPid,
  readLater: (lastId) => readExactly(lastId, () => []),
};

/** `/proc` counts the start of a process in this unit on every Linux of today. */
const TICKS_PER_SECOND = 100;

/**
 * So young a process that process ids cannot have gone round since: a system would have to start 16,000 processes a
 * second for that. What started later then has an id between its own and the last one, and only a few are looked at.
 */
const YOUNG_TICKS = 2 * TICKS_PER_SECOND;

/** Looking for so many ids one by one costs less than a listing. */
const FEW_PIDS = 16;

function readSince(earliest: ProcessEntry): ProcessEntry[] {
  const last = readLastPid();
  const isYoung = last !== null && isInRange(readUptimeTicks() - earliest.startedAt);
  if (!isYoung) return readExactly(last, readPids);
  const given = last - earliest.pid + 1;
  const list = (): number[] =>
    given >= 1 && given <= FEW_PIDS
      ? renderRange(earliest.pid, last)
      : readPids().filter((pid) => isPidGivenSince(pid, earliest.pid, last));
  return readExactly(last, list);
}

function readExactly(last: number | null, list: () => readonly number[]): ProcessEntry[] {
  return readWithLater({
    last,
    list,
    listAll: readPids,
    readLast: readLastPid,
    read: readExisting,
  });
}

/** To look whether something has an id costs less than to fail to open it. A thread has one, too. */
function readExisting(pid: number): ProcessEntry | null {
  return existsSync(`/proc/${pid}`) ? readProcess(pid) : null;
}

function isInRange(ageTicks: number): boolean {
  return ageTicks >= 0 && ageTicks < YOUNG_TICKS;
}

function readUptimeTicks(): number {
  return Number.parseFloat(readProcFile("/proc/uptime") ?? "") * TICKS_PER_SECOND;
}

function readLastPid(): number | null {
  const last = Number.parseInt(readProcFile("/proc/loadavg")?.split(" ").at(-1) ?? "", 10);
  return Number.isInteger(last) ? last : null;
}

/** None where `/proc` is not mounted. */
function readPids(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function readProcess(pid: number): ProcessEntry | null {
  const stat = readProcFile(`/proc/${pid}/stat`);
  return stat === null ? null : parseProcStat(stat);
}

/** Position of `starttime`. */
const STARTED_AT_FIELD = 19;

/** Parses `/proc/PID/stat`. */
export function parseProcStat(line: string): ProcessEntry | null {
  const fields = splitProcStat(line, STARTED_AT_FIELD + 1);
  const [state, parentId, groupId, sessionId] = fields;
  const numbers = {
    pid: Number.parseInt(line, 10),
    parentId: Number(parentId),
    groupId: Number(groupId),
    sessionId: Number(sessionId),
    startedAt: Number(fields[STARTED_AT_FIELD]),
  };
  if (!Object.values(numbers).every(Number.isInteger)) return null;
  return {
    ...numbers,
    isZombie: state === "Z" || state === "X",
    isBusy: state === "R" || state === "D",
  };
}
