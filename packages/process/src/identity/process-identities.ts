import { createHash } from "node:crypto";
import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { LINUX_PROCESS_TABLE } from "../tree/linux-process-table.ts";
import type { ProcessTable } from "../tree/process-table.ts";
import { PS_PROCESS_TABLE } from "../tree/ps-process-table.ts";

/** One process for good: its number will be given to others, this will not. Plain data. */
export interface ProcessIdentity {
  /** Where the number means something, as eight hexadecimal digits: one machine and, on Linux, one container. */
  readonly place: string;
  readonly pid: number;
  /** When it started, as the system counts; 0 where it does not say. */
  readonly startedAt: number;
}

/** How processes that share files, such as locks, know of one another. */
export interface ProcessIdentities {
  /** Who this process is. */
  readOwn(): ProcessIdentity;
  /** True for a process of this place, whose number means something here. */
  isHere(identity: ProcessIdentity): boolean;
  /** True only for a process of this place that is certainly gone, whoever has its number now. */
  isGone(identity: ProcessIdentity): boolean;
}

/** Creates them for this machine. On Windows a process is known by its number alone. */
export function createProcessIdentities(
  platform: NodeJS.Platform = process.platform,
): ProcessIdentities {
  const table = chooseTable(platform);
  const place = readPlace();
  let own: ProcessIdentity | null = null;
  const isHere = (identity: ProcessIdentity): boolean => identity.place === place;
  return {
    isHere,
    readOwn() {
      own ??= { place, pid: process.pid, startedAt: readStart(table, process.pid) ?? 0 };
      return own;
    },
    isGone(identity) {
      if (!isHere(identity)) return false;
      if (!isThere(identity.pid)) return true;
      const startedAt = readStart(table, identity.pid);
      return startedAt !== null && startedAt !== identity.startedAt;
    },
  };
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/** Null when the system does not say; a process that has ended and was not collected yet has started never. */
function readStart(table: ProcessTable | null, pid: number): number | null {
  const found = table?.readProcess(pid) ?? null;
  return found?.isZombie === true ? Number.NaN : (found?.startedAt ?? null);
}

function chooseTable(platform: NodeJS.Platform): ProcessTable | null {
  if (platform === "win32") return null;
  return platform === "linux" ? LINUX_PROCESS_TABLE : PS_PROCESS_TABLE;
}

/** A home may be shared between machines and containers, which do not see one another's processes. */
function readPlace(): string {
  return createHash("sha256").update(`${hostname()}\0${readNamespace()}`).digest("hex").slice(0, 8);
}

function readNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}
