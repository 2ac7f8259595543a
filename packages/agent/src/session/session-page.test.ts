import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionSummary } from "@termwire/acp/agent";
import { readSessionPage, type ListedSession } from "./session-page.ts";

function createSessions(count: number): ListedSession[] {
  return Array.from({ length: count }, (_, index) => ({
    sessionId: `sess_${String(index).padStart(4, "0")}`,
    updatedAtMs: 1_000 + Math.floor(index / 3),
  }));
}

const describeAll = async ({ sessionId }: ListedSession): Promise<SessionSummary> => ({
  sessionId,
  cwd: "/p",
  title: sessionId,
  updatedAt: null,
});

async function readAll(
  sessions: readonly ListedSession[],
  describeOne: (session: ListedSession) => Promise<SessionSummary | null> = describeAll,
): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const page = await readSessionPage(sessions, cursor, describeOne);
    pages.push(page.sessions.map(({ sessionId }) => sessionId));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return pages;
}

describe("a page of sessions", () => {
  it("is the newest first", async () => {
    const [first] = await readAll([
      { sessionId: "old", updatedAtMs: 1 },
      { sessionId: "new", updatedAtMs: 3.25 },
      { sessionId: "mid", updatedAtMs: 2 },
    ]);
    expect(first).toEqual(["new", "mid", "old"]);
  });

  it("and those after it have every session once, also of one moment", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(180), async (count) => {
        const pages = await readAll(createSessions(count));
        expect(pages.flat().length).toBe(count);
        expect(new Set(pages.flat()).size).toBe(count);
        expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(50);
      }),
      { numRuns: 20 },
    );
  });

  it("has no cursor when nothing comes after it", async () => {
    const page = await readSessionPage(createSessions(50), null, describeAll);
    expect(page.sessions.length).toBe(50);
    expect(page.nextCursor).toBeNull();
  });

  it("is filled with what can be described", async () => {
    const pages = await readAll(createSessions(120), async (session) =>
      Number(session.sessionId.slice(5)) % 2 === 0 ? describeAll(session) : null,
    );
    expect(pages.map((page) => page.length)).toEqual([50, 10]);
  });

  it("describes no more sessions than it shows", async () => {
    let described = 0;
    await readSessionPage(createSessions(1000), null, (session) => {
      described += 1;
      return describeAll(session);
    });
    expect(described).toBe(50);
  });

  it("goes on at the same place when its last session was deleted and a newer one came", async () => {
    const sessions = createSessions(60);
    const first = await readSessionPage(sessions, null, describeAll);
    const last = first.sessions.at(-1)?.sessionId;
    const changed = [
      ...sessions.filter(({ sessionId }) => sessionId !== last),
      { sessionId: "newest", updatedAtMs: 9e9 },
    ];
    const second = await readSessionPage(changed, first.nextCursor, describeAll);
    expect(second.sessions.length).toBe(10);
  });

  it.each(["", "x", "1", ":a", "1:../x", "NaN:a", "-1:a"])(
    "refuses the cursor %j",
    async (cursor) => {
      await expect(readSessionPage([], cursor, describeAll)).rejects.toMatchObject({
        code: "invalid-params",
      });
    },
  );
});
