import { chmodSync, mkdirSync, statSync, type Stats } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { AcpError } from "@termwire/acp/agent";
import { createForkEvents } from "../session/fork-events.ts";
import { refuseUnknown } from "../session/refuse-session.ts";
import type { SessionArchive, SessionLog } from "../session/session-archive.ts";
import { readSessionPage, type ListedSession } from "../session/session-page.ts";
import { createFileLog, openFileLog, readFileLog, type LogFile } from "./file-log.ts";
import type { ProcessIdentities } from "./process-identities.ts";
import { readLogHead, type LogHead } from "./read-log-head.ts";
import { isSessionLocked, lockSession, type LockPlace } from "./session-lock.ts";
import { findSessionsDirectory } from "./sessions-directory.ts";

/** Settings of a file archive. */
export interface FileArchiveOptions {
  /** `createProcessIdentities()` of `@termwire/process`. */
  readonly processes: ProcessIdentities;
  /** Absolute. Absent: {@link findSessionsDirectory}. */
  readonly directory?: string;
}

/**
 * An id as it may name a file: no path, no separator, no device of Windows, which have fewer letters.
 */
const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{7,127}$/u;

const LOG_SUFFIX = ".jsonl";

/**
 * Creates an archive of one file per session, in a directory of this user alone, which is made when the first
 * session is. Several processes may use it at once.
 */
export function createFileArchive(options: FileArchiveOptions): SessionArchive {
  const { processes, directory = findSessionsDirectory() } = options;
  const place: LockPlace = { directory, processes };
  const heads = new Map<string, LogHead>();
  return {
    async createLog(session) {
      requireOwnDirectory(directory);
      return openLocked(place, session.sessionId, (file) => createFileLog(file, session));
    },
    openLog: (sessionId) =>
      openLocked(place, sessionId, (file) => openFileLog(file, sessionId)).catch(
        (error: unknown) => {
          throw toOpenError(error, sessionId);
        },
      ),
    async forkLog(sessionId, fork) {
      const path = toLogPath(directory, sessionId);
      if (path === null || !isDirectory(directory)) throw refuseUnknown(sessionId);
      const events = createForkEvents(await readFileLog(path, sessionId), {
        isOpen: isSessionLocked(place, sessionId),
      });
      return openLocked(place, fork.sessionId, (file) => createFileLog(file, fork, events));
    },
    async listSessions({ cwd, cursor }) {
      return readSessionPage(await listLogs(directory), cursor, async (listed) => {
        const head = await findHead(directory, heads, listed.sessionId);
        if (head === null || head.title === null) return null;
        if (cwd !== null && head.cwd !== cwd) return null;
        const updatedAt = new Date(listed.updatedAtMs).toISOString();
        return { sessionId: listed.sessionId, ...head, updatedAt };
      });
    },
    async deleteSession(sessionId) {
      const path = toLogPath(directory, sessionId);
      if (path === null || !(await exists(path))) return;
      const lock = lockSession(place, sessionId);
      try {
        await rm(path, { force: true });
      } finally {
        lock.release();
      }
      heads.delete(sessionId);
    },
  };
}

/** Opens a log under its lock. An id that cannot be one of ours is one nobody knows. */
async function openLocked(
  place: LockPlace,
  sessionId: string,
  open: (file: LogFile) => Promise<SessionLog>,
): Promise<SessionLog> {
  const { directory } = place;
  const path = toLogPath(directory, sessionId);
  if (path === null || !isDirectory(directory)) throw refuseUnknown(sessionId);
  const lock = lockSession(place, sessionId);
  try {
    return await open({ path, lock });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** What the system says names a file; which session it is about is said here. */
function toOpenError(error: unknown, sessionId: string): unknown {
  if (AcpError.is(error) || !(error instanceof Error)) return error;
  return new Error(`session ${sessionId} cannot be opened: ${error.message}`, { cause: error });
}

function toLogPath(directory: string, sessionId: string): string | null {
  return SESSION_ID.test(sessionId) ? join(directory, `${sessionId}${LOG_SUFFIX}`) : null;
}

const OTHERS = 0o077;

/** Conversations are nobody else's: a directory that others can enter is closed to them. */
function requireOwnDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { mode, uid } = statSync(directory);
  if ((mode & OTHERS) === 0 || process.platform === "win32") return;
  if (uid !== process.getuid?.()) throw new Error(`${directory} belongs to another user`);
  chmodSync(directory, 0o700);
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function listLogs(directory: string): Promise<readonly ListedSession[]> {
  const names = await readdir(directory).catch(() => []);
  const ids = names
    .filter((name) => name.endsWith(LOG_SUFFIX))
    .map((name) => name.slice(0, -LOG_SUFFIX.length))
    .filter((id) => SESSION_ID.test(id));
  return ids.flatMap((sessionId) => {
    const stats = readStats(join(directory, `${sessionId}${LOG_SUFFIX}`));
    return stats === null ? [] : [{ sessionId, updatedAtMs: stats.mtimeMs }];
  });
}

/** Null for one that was deleted meanwhile, and for what is no file: reading a pipe would wait for ever. */
function readStats(path: string): Stats | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true ? stats : null;
}

/** A head with a title does not change any more. */
async function findHead(
  directory: string,
  heads: Map<string, LogHead>,
  sessionId: string,
): Promise<LogHead | null> {
  const known = heads.get(sessionId);
  if (known !== undefined) return known;
  const head = await readLogHead(join(directory, `${sessionId}${LOG_SUFFIX}`));
  if (head !== null && head.title !== null) heads.set(sessionId, head);
  return head;
}
