import { createHash } from "node:crypto";
import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { LINUX_PROCESS_TABLE } from "../tree/linux-process-table.ts";
import type { ProcessTable } from "../tree/process-table.ts";
import { PS_PROCESS_TABLE } from "../tree/ps-process-table.ts";

/** The process that made a spill directory. */
export interface SpillOwner {
  /** Where its process id means something: one machine and, on Linux, one container. */
  readonly place: string;
  readonly pid: number;
  /** With the pid, what tells it from a later process; 0 where the system does not say. */
  readonly startedAt: number;
}

/** Reads who this process is. */
export function readSpillOwner(platform: NodeJS.Platform): SpillOwner {
  const startedAt = chooseTable(platform)?.readProcess(process.pid)?.startedAt ?? 0;
  return { place: readPlace(), pid: process.pid, startedAt };
}

/** The beginning of its directories' names. */
export function renderSpillOwner({ place, pid, startedAt }: SpillOwner): string {
  return `${place}-${pid}-${startedAt}-`;
}

const NAME = /^([0-9a-f]{8})-([1-9]\d*)-(\d+)-\w{6}$/u;

/** The owner of a directory; null for a name that is none of ours. */
export function parseSpillOwner(name: string): SpillOwner | null {
  const [, place, pid, startedAt] = NAME.exec(name) ?? [];
  if (place === undefined) return null;
  return { place, pid: Number(pid), startedAt: Number(startedAt) };
}

/** True only for a process of this place that is certainly gone, whoever has its number now. */
export function isSpillOwnerGone(owner: SpillOwner, platform: NodeJS.Platform): boolean {
  if (owner.place !== readPlace()) return false;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return true;
  }
  const now = chooseTable(platform)?.readProcess(owner.pid) ?? null;
  return now !== null && (now.isZombie || now.startedAt !== owner.startedAt);
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
