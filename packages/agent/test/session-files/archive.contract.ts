import { describe, expect, it } from "vitest";
import type { SessionArchive, SessionEvent } from "@termwire/agent";

const prompt = (text: string): SessionEvent => ({ type: "prompt", text, messageId: null });
const title = (text: string): SessionEvent => ({ type: "title-changed", title: text });

/** What every archive must do, wherever it keeps its logs. */
export function describeArchive(name: string, createArchive: () => SessionArchive): void {
  const sessionId = "sess_0123456789";
  const all = { cwd: null, cursor: null };

  describe(`${name} archive`, () => {
    it("gives an opened log back as it was left, and goes on with it", async () => {
      const archive = createArchive();
      {
        await using log = await archive.createLog({ sessionId, cwd: "/p" });
        expect(log.events).toEqual([]);
        await log.append(title("a"));
        await log.append(prompt("a"));
      }
      {
        await using log = await archive.openLog(sessionId);
        expect(log.notes).toEqual([]);
        await log.append(prompt("b"));
      }
      await using log = await archive.openLog(sessionId);
      expect(log.events).toMatchObject([title("a"), prompt("a"), prompt("b")]);
    });

    it("opens a log once at a time", async () => {
      const archive = createArchive();
      const log = await archive.createLog({ sessionId, cwd: "/p" });
      const busy = { code: "session-busy" };
      await expect(archive.openLog(sessionId)).rejects.toMatchObject(busy);
      await expect(archive.deleteSession(sessionId)).rejects.toMatchObject(busy);
      await log[Symbol.asyncDispose]();
      await log[Symbol.asyncDispose]();
      await using again = await archive.openLog(sessionId);
      expect(again.events).toEqual([]);
    });

    it("forks a log, after which neither knows of the other", async () => {
      const archive = createArchive();
      const forkId = "sess_fork000001";
      const ended: SessionEvent = { type: "turn-ended", stopReason: "end_turn" };
      await using log = await archive.createLog({ sessionId, cwd: "/p" });
      for (const event of [title("a"), prompt("a"), ended, prompt("at work")]) {
        await log.append(event);
      }
      {
        await using fork = await archive.forkLog(sessionId, { sessionId: forkId, cwd: "/q" });
        expect(fork.events).toMatchObject([title("a"), prompt("a"), ended]);
        await fork.append(prompt("b"));
        await log.append(prompt("c"));
      }
      await log[Symbol.asyncDispose]();
      {
        await using source = await archive.openLog(sessionId);
        expect(source.events.length).toBe(5);
      }
      await archive.deleteSession(sessionId);
      await using fork = await archive.openLog(forkId);
      expect(fork.events).toMatchObject([title("a"), prompt("a"), ended, prompt("b")]);
      const { sessions } = await archive.listSessions(all);
      expect(sessions).toMatchObject([{ sessionId: forkId, cwd: "/q", title: "a" }]);
    });

    it.each(["sess_unknown00", "", "../../etc/passwd"])("forks no session %j", async (id) => {
      const archive = createArchive();
      const fork = { sessionId: "sess_fork000001", cwd: "/" };
      await expect(archive.forkLog(id, fork)).rejects.toMatchObject({ code: "unknown-session" });
      await expect(archive.openLog(fork.sessionId)).rejects.toMatchObject({
        code: "unknown-session",
      });
    });

    it.each([
      "sess_unknown00",
      "",
      "..",
      "../../etc/passwd",
      "sess_/../../x",
      "sess_0123\u{0}456789",
      "/etc/passwd",
      ".hidden_session",
      "x".repeat(500),
    ])("knows no session %j, and deleting it is fine", async (id) => {
      const archive = createArchive();
      await expect(archive.openLog(id)).rejects.toMatchObject({ code: "unknown-session" });
      await archive.deleteSession(id);
    });

    it("lists what had a prompt, the newest first, of one directory or of all", async () => {
      const archive = createArchive();
      for (const [id, cwd] of [
        ["sess_first000", "/a"],
        ["sess_second00", "/b"],
        ["sess_third000", "/a"],
      ] as const) {
        await using log = await archive.createLog({ sessionId: id, cwd });
        await log.append(title(`of ${id}`));
        await untilNextTick();
      }
      await (
        await archive.createLog({ sessionId: "sess_silent00", cwd: "/a" })
      )[Symbol.asyncDispose]();
      const { sessions, nextCursor } = await archive.listSessions(all);
      expect(nextCursor).toBeNull();
      expect(sessions.map((session) => session.sessionId)).toEqual([
        "sess_third000",
        "sess_second00",
        "sess_first000",
      ]);
      expect(sessions[1]).toEqual({
        sessionId: "sess_second00",
        cwd: "/b",
        title: "of sess_second00",
        updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u),
      });
      const ofA = await archive.listSessions({ cwd: "/a", cursor: null });
      expect(ofA.sessions.map((session) => session.sessionId)).toEqual([
        "sess_third000",
        "sess_first000",
      ]);
    });

    it("forgets a deleted session", async () => {
      const archive = createArchive();
      await using log = await archive.createLog({ sessionId, cwd: "/p" });
      await log.append(title("a"));
      await log[Symbol.asyncDispose]();
      await archive.deleteSession(sessionId);
      await archive.deleteSession(sessionId);
      expect((await archive.listSessions(all)).sessions).toEqual([]);
      await expect(archive.openLog(sessionId)).rejects.toMatchObject({ code: "unknown-session" });
    });

    it("refuses a cursor of somebody else", async () => {
      const query = { cwd: null, cursor: "!" };
      await expect(createArchive().listSessions(query)).rejects.toMatchObject({
        code: "invalid-params",
      });
    });
  });
}

/** File systems count time in steps of some milliseconds. */
function untilNextTick(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 10);
  });
}
