import { closeSync, existsSync, openSync, readdirSync, readSync } from "node:fs";
import { isPidGivenSince } from "./pid-range.ts";
import type { ProcessEntry, ProcessTable } from "./process-table.ts";

/** Reads `/proc`. */
export const LINUX_PROCESS_TABLE: ProcessTable = {
  readProcess,
  readSince,
  readLastPid,
  hasMarker: (pid, marker) => readEnvironment(pid).includes(marker),
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
  if (isYoung && areGone(earliest.pid, last)) return [];
  const pids = readPids();
  const candidates = isYoung
    ? pids.filter((pid) => isPidGivenSince(pid, earliest.pid, last))
    : pids;
  return candidates.flatMap((pid) => readProcess(pid) ?? []);
}

/** True when nothing has an id from `first` to `last`, few that they are: the end of most short commands. */
function areGone(first: number, last: number): boolean {
  const count = last - first + 1;
  if (count < 1 || count > FEW_PIDS) return false;
  return Array.from({ length: count }, (_, index) => first + index).every(
    (pid) => !existsSync(`/proc/${pid}`),
  );
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

/** A program is loaded within a few of these even from a slow disk. */
const LOADING_PAUSE_MS = 1;
const MAX_LOADING_PAUSES = 25;

/**
 * While a process loads a program its environment reads as empty, which is not to be taken for having none: it is
 * waited for, as long as it is at work.
 */
function readEnvironment(pid: number): string {
  const path = `/proc/${pid}/environ`;
  for (let pauses = 0; pauses < MAX_LOADING_PAUSES; pauses++) {
    const text = readText(path);
    if (text !== "") return text ?? "";
    if (readProcess(pid)?.isBusy !== true) break;
    pause(LOADING_PAUSE_MS);
  }
  return readText(path) ?? "";
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, ms);
}

/** Most environments are far smaller. */
const FIRST_BUFFER_BYTES = 64 * 1024;

/** Grows to the longest environment that was read. */
let buffer = Buffer.alloc(FIRST_BUFFER_BYTES);

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

/**
 * Reads at one stroke: what is read in parts can be the beginning of one program's environment and the nothing of the
 * next.
 */
function readAll(descriptor: number): string {
  let length = readSync(descriptor, buffer, { position: 0 });
  while (length === buffer.length) {
    buffer = Buffer.alloc(buffer.length * 2);
    length = readSync(descriptor, buffer, { position: 0 });
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
