import { closeSync, existsSync, openSync, readdirSync, readSync } from "node:fs";
import { findTreeMarkers } from "../environment/tree-marker.ts";
import { isPidGivenSince, renderRange } from "./pid-range.ts";
import type { ProcessEntry, ProcessTable } from "./process-table.ts";
import { readWithLater } from "./read-with-later.ts";

/** Reads `/proc`. */
export const LINUX_PROCESS_TABLE: ProcessTable = {
  readProcess,
  readAll: () => readExactly(readLastPid(), readPids),
  readSince,
  readMarkers: (pid) => {
    const environment = readEnvironment(pid);
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
 * waited for, as long as it is at work. Null for one that has ended.
 */
function readEnvironment(pid: number): string | null {
  const path = `/proc/${pid}/environ`;
  for (let pauses = 0; pauses < MAX_LOADING_PAUSES; pauses++) {
    const text = readText(path);
    if (text !== null && text !== "") return text;
    const entry = readProcess(pid);
    if (entry === null || entry.isZombie) return null;
    if (text === null || !entry.isBusy) return ""; // somebody else's, or it has none
    pause(LOADING_PAUSE_MS);
  }
  return readText(path);
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
