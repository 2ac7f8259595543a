import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { probeSandbox } from "@termwire/process";
import { startAgent } from "./support/start-agent.ts";

let root = "";

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "termwire-state-")));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

const start = (...args: string[]) =>
  startAgent({ terminal_output: true }, { args, env: { XDG_STATE_HOME: root } });
const sessionsDirectory = () => join(root, "termwire", "sessions");

describe("the sessions of termwire agent", () => {
  it("outlive it: another one lists, loads and goes on with them (cases 82, 87)", async () => {
    const first = start();
    const { sessionId, prompt } = await first.open();
    await prompt("echo remembered; exit 3");
    expect(await first.leave()).toBe(0);
    expect(statSync(sessionsDirectory()).mode & 0o777).toBe(0o700);
    expect(readdirSync(sessionsDirectory())).toEqual([`${sessionId}.jsonl`]);

    const second = start();
    await second.open();
    const { agent } = second.connection;
    const { sessions } = await agent.request("session/list", { cwd: process.cwd() });
    expect(sessions).toMatchObject([{ sessionId, title: "echo remembered; exit 3" }]);
    await agent.request("session/load", { sessionId, cwd: process.cwd(), mcpServers: [] });
    const shown = JSON.stringify(second.updates);
    expect(shown).toContain("remembered");
    expect(shown).toContain('"exit_code":3');
    const next = { sessionId, prompt: [{ type: "text", text: "true" } as const] };
    expect(await agent.request("session/prompt", next)).toEqual({ stopReason: "end_turn" });
    await second.leave();
  });

  it("are refused to a second agent while the first has them", async () => {
    const first = start();
    const { sessionId } = await first.open();
    const second = start();
    await second.open();
    const load = () =>
      second.connection.agent.request("session/load", {
        sessionId,
        cwd: process.cwd(),
        mcpServers: [],
      });
    await expect(load()).rejects.toThrow(/open elsewhere/u);
    first.child.kill("SIGKILL");
    await first.ended;
    await load();
    await second.leave();
  });

  it("are not kept with --no-sessions", async () => {
    const agent = start("--no-sessions");
    const { prompt } = await agent.open();
    await prompt("true");
    await agent.leave();
    expect(existsSync(sessionsDirectory())).toBe(false);
  });

  it("offer the modes, in the one it was started with", async () => {
    const agent = start("--mode", "full");
    await agent.open();
    const { modes } = await agent.connection.agent.request("session/new", {
      cwd: root,
      mcpServers: [],
    });
    expect(modes?.currentModeId).toBe("full");
    expect(modes?.availableModes.map(({ id }) => id)).toEqual(["ask", "auto", "full"]);
    await agent.leave();
  });
});

describe("termwire agent --sandbox", () => {
  it("holds the commands of the person, too", async (ctx) => {
    const probe = await probeSandbox();
    if (!probe.available) ctx.skip(probe.reason);
    const agent = start("--sandbox", "read-only");
    const { prompt } = await agent.open();
    const file = join(process.cwd(), `never-${process.pid}`);
    await prompt(`touch ${file}`);
    expect(existsSync(file)).toBe(false);
    expect(JSON.stringify(agent.updates)).toContain("Read-only file system");
    await agent.leave();
  });
});
