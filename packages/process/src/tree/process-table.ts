import { readdirSync, readFileSync } from "node:fs";

/** What the operating system says about one process. */
export interface ProcessEntry {
  readonly pid: number;
  readonly groupId: number;
  /** Ended, and only not yet collected by its parent. */
  readonly isZombie: boolean;
}

/** Looks at processes. One implementation per operating system. */
export interface ProcessTable {
  /** The process with this id; null when there is none, or when the system cannot tell. */
  readProcess(pid: number): ProcessEntry | null;
  /** Every process of a group, zombies included; null when the system cannot tell. */
  readGroup(groupId: number): readonly ProcessEntry[] | null;
}

/** The table of a system that has no `/proc`: it cannot tell. */
export const BLIND_PROCESS_TABLE: ProcessTable = {
  readProcess: () => null,
  readGroup: () => null,
};

/** Reads `/proc`. */
export const LINUX_PROCESS_TABLE: ProcessTable = {
  readProcess: readEntry,
  readGroup: (groupId) =>
    readPids()
      .map(readEntry)
      .filter((entry) => entry?.groupId === groupId)
      .filter((entry) => entry !== null),
};

/** Chooses the table of a platform. */
export function chooseProcessTable(platform: NodeJS.Platform): ProcessTable {
  return platform === "linux" ? LINUX_PROCESS_TABLE : BLIND_PROCESS_TABLE;
}

function readPids(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name))
    .map(Number);
}

function readEntry(pid: number): ProcessEntry | null {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return null; // it ended between the listing and the reading
  }
}

/** Parses one line of `/proc/PID/stat`: the name may hold blanks and parentheses, so fields count from the last. */
export function parseStat(line: string): ProcessEntry | null {
  const nameEnd = line.lastIndexOf(")");
  const [state, , group] = line.slice(nameEnd + 2).split(" ");
  const pid = Number.parseInt(line, 10);
  const groupId = Number(group);
  if (state === undefined || !Number.isInteger(pid) || !Number.isInteger(groupId)) return null;
  return { pid, groupId, isZombie: state === "Z" || state === "X" };
}
