import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { isPidGivenSince } from "./pid-range.ts";
import type { ProcessEntry, ProcessTable } from "./process-table.ts";

/** Reads `/proc`. */
export const LINUX_PROCESS_TABLE: ProcessTable = {
  readProcess,
  readSince,
  readLastPid,
  hasMarker: (pid, marker) => readText(`/proc/${pid}/environ`)?.includes(marker) ?? false,
};

/** `/proc` counts the start of a process in this unit on every Linux of today. */
const TICKS_PER_SECOND = 100;

/**
 * So young a process that process ids cannot have gone round since: a system would have to start 16,000 processes a
 * second for that. What started later then has an id between its own and the last one, and only a few are looked at.
 */
const YOUNG_TICKS = 2 * TICKS_PER_SECOND;

function readSince(earliest: ProcessEntry): ProcessEntry[] {
  const last = readLastPid();
  const isYoung = last !== null && isInRange(readUptimeTicks() - earliest.startedAt);
  const pids = readPids();
  const candidates = isYoung
    ? pids.filter((pid) => isPidGivenSince(pid, earliest.pid, last))
    : pids;
  return candidates.flatMap((pid) => readProcess(pid) ?? []);
}

function isInRange(ageTicks: number): boolean {
  return ageTicks >= 0 && ageTicks < YOUNG_TICKS;
}

function readUptimeTicks(): number {
  return Number.parseFloat(readText("/proc/uptime") ?? "") * TICKS_PER_SECOND;
}

function readLastPid(): number | null {
  const last = Number.parseInt(readText("/proc/loadavg")?.split(" ").at(-1) ?? "", 10);
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
  const stat = readText(`/proc/${pid}/stat`);
  return stat === null ? null : parseProcStat(stat);
}

/** Grows to the longest environment that was read. */
let buffer = Buffer.alloc(64 * 1024);

/** Null for a process that ended meanwhile and for one that may not be looked at. */
function readText(path: string): string | null {
  try {
    const descriptor = openSync(path, "r");
    try {
      return readAll(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}

/** `/proc` gives what fits into the buffer at once, and less only at the end. */
function readAll(descriptor: number): string {
  let length = readSync(descriptor, buffer);
  while (length === buffer.length) {
    buffer = Buffer.concat([buffer, Buffer.alloc(buffer.length)]);
    length += readSync(descriptor, buffer, { offset: length });
  }
  return buffer.toString("latin1", 0, length);
}

/** Position of `starttime` among the fields after the name. */
const STARTED_AT_FIELD = 19;

/** Parses `/proc/PID/stat`. The name may hold blanks and parentheses, so fields count from its last one. */
export function parseProcStat(line: string): ProcessEntry | null {
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ", STARTED_AT_FIELD + 1);
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
