import { createForkEvents } from "./fork-events.ts";
import { refuseBusy, refuseUnknown } from "./refuse-session.ts";
import type { NewSession, SessionArchive, SessionLog } from "./session-archive.ts";
import type { SessionEvent } from "./session-event.ts";
import { readSessionPage } from "./session-page.ts";

interface StoredSession extends NewSession {
  readonly events: SessionEvent[];
  updatedAtMs: number;
  isOpen: boolean;
}

/** Creates an archive that lasts as long as this process: for tests, and for agents without a disk. */
export function createMemoryArchive(now: () => number = Date.now): SessionArchive {
  const stored = new Map<string, StoredSession>();
  return {
    async createLog(session) {
      const entry = { ...session, events: [], updatedAtMs: now(), isOpen: false };
      stored.set(session.sessionId, entry);
      return open(entry, now);
    },
    async openLog(sessionId) {
      const entry = stored.get(sessionId);
      if (entry === undefined) throw refuseUnknown(sessionId);
      return open(entry, now);
    },
    async forkLog(sessionId, fork) {
      const source = stored.get(sessionId);
      if (source === undefined) throw refuseUnknown(sessionId);
      const events = [...createForkEvents(source.events, source)];
      const entry = { ...fork, events, updatedAtMs: now(), isOpen: false };
      stored.set(fork.sessionId, entry);
      return open(entry, now);
    },
    listSessions: ({ cwd, cursor }) =>
      readSessionPage([...stored.values()], cursor, async ({ sessionId, updatedAtMs }) => {
        const entry = stored.get(sessionId);
        const title = entry?.events.findLast((event) => event.type === "title-changed")?.title;
        if (entry === undefined || title === undefined) return null;
        if (cwd !== null && entry.cwd !== cwd) return null;
        const updatedAt = new Date(updatedAtMs).toISOString();
        return { sessionId, cwd: entry.cwd, title, updatedAt };
      }),
    async deleteSession(sessionId) {
      if (stored.get(sessionId)?.isOpen === true) throw refuseBusy(sessionId);
      stored.delete(sessionId);
    },
  };
}

function open(entry: StoredSession, now: () => number): SessionLog {
  if (entry.isOpen) throw refuseBusy(entry.sessionId);
  entry.isOpen = true;
  return {
    events: [...entry.events],
    notes: [],
    async append(event) {
      entry.events.push(event);
      entry.updatedAtMs = now();
    },
    async [Symbol.asyncDispose]() {
      entry.isOpen = false;
    },
  };
}
