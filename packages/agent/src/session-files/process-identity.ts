import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** One process for good: its number will be given to others, this will not. */
export interface ProcessIdentity {
  /** Where the number means something: one machine and, on Linux, one container. */
  readonly place: string;
  readonly pid: number;
  /** When it started, as the system counts; `0` where it does not say. */
  readonly startedAt: string;
}

let own: ProcessIdentity | null = null;

/** Who this process is. */
export function readOwnIdentity(): ProcessIdentity {
  return (own ??= {
    place: readPlace(),
    pid: process.pid,
    startedAt: readStart(process.pid) ?? "0",
  });
}

/** True for a process of this place, whose number means something here. */
export function isHere({ place }: ProcessIdentity): boolean {
  return place === readOwnIdentity().place;
}

/** True only for a process of this place that is certainly gone, whoever has its number now. */
export function isGone(identity: ProcessIdentity): boolean {
  const { pid, startedAt } = identity;
  if (!isHere(identity)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return true;
  }
  const now = readStart(pid);
  return now !== null && now !== startedAt;
}

/** Null when the system does not say; a process that has ended and was not collected yet has started never. */
function readStart(pid: number): string | null {
  try {
    return process.platform === "linux" ? readProcStart(pid) : readPsStart(pid);
  } catch {
    return null;
  }
}

/** Positions among the fields after the name, which may hold blanks and parentheses. */
const STATE_FIELD = 0;
const STARTED_AT_FIELD = 19;

function readProcStart(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return toStart(fields[STATE_FIELD] ?? "", fields[STARTED_AT_FIELD] ?? "");
}

function readPsStart(pid: number): string | null {
  if (process.platform === "win32") return null;
  const options = { encoding: "utf8", env: { ...process.env, LC_ALL: "C", TZ: "UTC" } } as const;
  const line = execFileSync("ps", ["-o", "state=,lstart=", "-p", String(pid)], options).trim();
  const [state = "", ...start] = line.split(/\s+/u);
  return toStart(state, String(Date.parse(`${start.join(" ")} UTC`)));
}

function toStart(state: string, start: string): string {
  return /^[ZX]/u.test(state) ? "never" : start;
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
