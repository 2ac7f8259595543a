import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { refuseBusy } from "../session/refuse-session.ts";
import type { ProcessIdentities, ProcessIdentity } from "./process-identities.ts";

/** How often a holder shows that it lives, to those who cannot look. */
const HEARTBEAT_MS = 60_000;
/** A holder on another machine or in another container that was silent for so long is gone: several beats were missed. */
const SILENCE_MS = 5 * HEARTBEAT_MS;

/** A directory of sessions, and who else may use it. */
export interface LockPlace {
  readonly directory: string;
  readonly processes: ProcessIdentities;
}

/** A session that nobody else can open. */
export interface SessionLock {
  /** Twice is fine. */
  release(): void;
}

/**
 * Takes a session for this process. Its lock is a file named after session and process, so a dead process holds
 * nothing and nobody has to wait, and taking its file away can never take one from a living process: no name is used by two. Of two that
 * come at the same moment at most one gets it. Where a home is shared between machines or containers, a lock from elsewhere
 * counts until its holder has been silent for minutes.
 *
 * @throws AcpError `session-busy` while another process, or this one, has it.
 */
export function lockSession({ directory, processes }: LockPlace, sessionId: string): SessionLock {
  const own = processes.readOwn();
  const path = join(directory, renderLockName(sessionId, own));
  try {
    writeFileSync(path, "", { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (isCode(error, "EEXIST")) throw refuseBusy(sessionId);
    throw error;
  }
  const heartbeat = setInterval(() => beat(path), HEARTBEAT_MS).unref();
  const release = (): void => {
    clearInterval(heartbeat);
    rmSync(path, { force: true });
  };
  const holders = findHolders({ directory, processes }, sessionId);
  if (holders.some((holder) => renderLockName("", holder) !== renderLockName("", own))) {
    release();
    throw refuseBusy(sessionId);
  }
  return { release };
}

/** True while this process or another one has the session. */
export function isSessionLocked(place: LockPlace, sessionId: string): boolean {
  return findHolders(place, sessionId).length > 0;
}

/** Who lives and holds the session; the locks of the dead are removed on the way. */
function findHolders(
  { directory, processes }: LockPlace,
  sessionId: string,
): readonly ProcessIdentity[] {
  const holders: ProcessIdentity[] = [];
  for (const name of readdirSync(directory)) {
    const holder = parseLockName(name, sessionId);
    if (holder === null) continue;
    const path = join(directory, name);
    const isDead = processes.isHere(holder) ? processes.isGone(holder) : isSilent(path);
    if (isDead) rmSync(path, { force: true });
    else holders.push(holder);
  }
  return holders;
}

/** A lock that was taken away by hand is not made again. */
function beat(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The directory is gone or read-only; the session goes on.
  }
}

function isSilent(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined || Date.now() - stats.mtimeMs > SILENCE_MS;
}

function renderLockName(sessionId: string, { place, pid, startedAt }: ProcessIdentity): string {
  return `${sessionId}.${place}-${pid}-${startedAt}.lock`;
}

const OWNER = /^\.([0-9a-f]{8})-(\d+)-(\d+)\.lock$/u;

function parseLockName(name: string, sessionId: string): ProcessIdentity | null {
  if (!name.startsWith(`${sessionId}.`)) return null;
  const [, place, pid, startedAt] = OWNER.exec(name.slice(sessionId.length)) ?? [];
  if (place === undefined || startedAt === undefined) return null;
  return { place, pid: Number(pid), startedAt: Number(startedAt) };
}

/** True for an error of the system with that code. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
