import { AcpError, type SessionPage, type SessionSummary } from "@termwire/acp/agent";

/** A session in a list and when it was last worked on. */
export interface ListedSession {
  readonly sessionId: string;
  /** Milliseconds since the epoch. */
  readonly updatedAtMs: number;
}

/** Fits a screen of any client. */
const PAGE_SIZE = 50;

/**
 * Cuts one page out of a list of sessions, the newest first. Only the sessions that come into question are described,
 * which may be slow; null leaves one out. A cursor stays right when sessions come and go.
 *
 * @throws AcpError `invalid-params` for a cursor that this function did not make.
 */
export async function readSessionPage(
  sessions: readonly ListedSession[],
  cursor: string | null,
  describe: (session: ListedSession) => Promise<SessionSummary | null>,
): Promise<SessionPage> {
  const after = cursor === null ? null : parseCursor(cursor);
  const rest = sessions
    .filter((session) => after === null || compare(session, after) > 0)
    .toSorted(compare);
  const page: SessionSummary[] = [];
  for (const [index, session] of rest.entries()) {
    const summary = await describe(session);
    if (summary !== null) page.push(summary);
    if (page.length === PAGE_SIZE && index + 1 < rest.length) {
      return { sessions: page, nextCursor: renderCursor(session) };
    }
  }
  return { sessions: page, nextCursor: null };
}

function compare(one: ListedSession, other: ListedSession): number {
  if (one.updatedAtMs !== other.updatedAtMs) return other.updatedAtMs - one.updatedAtMs;
  if (one.sessionId === other.sessionId) return 0;
  return one.sessionId < other.sessionId ? -1 : 1;
}

function renderCursor({ updatedAtMs, sessionId }: ListedSession): string {
  return `${updatedAtMs}:${sessionId}`;
}

const CURSOR = /^(\d+(?:\.\d+)?):([\w-]+)$/u;

function parseCursor(cursor: string): ListedSession {
  const [, updatedAtMs, sessionId] = CURSOR.exec(cursor) ?? [];
  if (sessionId === undefined) {
    throw new AcpError(
      "invalid-params",
      `cursor: expected one that this agent gave, got ${JSON.stringify(cursor)}`,
      { cursor },
    );
  }
  return { updatedAtMs: Number(updatedAtMs), sessionId };
}
