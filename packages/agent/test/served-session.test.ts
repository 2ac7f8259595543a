import { mkdtempSync, realpathSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CLIENT_CLAIMS } from "@termwire/acp/client";
import { serveSession } from "./serve-session.ts";

describe.each(CLIENT_CLAIMS)("a session with a client that claims %s", (claim) => {
  it("case 64: shows the exact command, its directory, output and ending", async () => {
    await using session = await serveSession(claim, "/");
    expect(await session.prompt("pwd; echo err >&2; exit 3")).toEqual({ stopReason: "end_turn" });
    expect(session.events[0]?.event).toMatchObject({
      type: "terminal-started",
      command: "pwd; echo err >&2; exit 3",
      cwd: "/",
    });
    expect(session.output()).toBe("/\nerr\n");
    expect(session.events.at(-1)?.event).toMatchObject({
      type: "terminal-ended",
      ending: { kind: "exited", code: 3, cause: "exit" },
    });
  });

  it("case 61: reports one start and one end per command, in order", async () => {
    await using session = await serveSession(claim);
    await session.prompt("echo one");
    await session.prompt("echo two");
    const types = session.events.map(({ event }) => event.type);
    expect(types.filter((type) => type === "terminal-started").length).toBe(2);
    expect(types.filter((type) => type === "terminal-ended").length).toBe(2);
    const ids = new Set(session.events.map(({ event }) => event.id));
    expect(ids.size).toBe(2);
  });

  it("cases 51, 123: tells a cancelled command from one that ended by itself, and keeps its output", async () => {
    await using session = await serveSession(claim);
    const turn = session.prompt("echo before; sleep 600");
    while (!session.output().includes("before")) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    await session.cancel();
    expect(await turn).toEqual({ stopReason: "cancelled" });
    expect(session.output()).toBe("before\n");
    expect(session.events.at(-1)?.event).toMatchObject({
      type: "terminal-ended",
      ending: { kind: "signaled", signal: "SIGTERM", cause: "cancelled" },
    });
  });

  it("cases 11, 14: says that the session's directory is gone, and ends the call as not started", async () => {
    const cwd = realpathSync(mkdtempSync(join(tmpdir(), "termwire-")));
    await using session = await serveSession(claim, cwd);
    rmdirSync(cwd);
    expect(await session.prompt("echo ran")).toEqual({ stopReason: "end_turn" });
    expect(JSON.stringify(session.updates)).toContain(`does not exist: ${cwd}`);
    expect(session.output()).not.toContain("ran\n");
    expect(session.events.at(-1)?.event).toMatchObject({
      type: "terminal-ended",
      ending: { kind: "lost", cause: "not-started" },
    });
  });

  it("case 62: shows output of a command whatever else it prints with", async () => {
    await using session = await serveSession(claim);
    await session.prompt("printf 'a\\n```\\nb\\n'");
    expect(session.output()).toBe("a\n```\nb\n");
  });
});
