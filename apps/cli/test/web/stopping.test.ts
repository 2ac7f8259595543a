import { describe, expect, it } from "vitest";
import {
  createSleepMarker,
  findProcesses,
  until,
  untilGone,
  untilRunning,
} from "../support/processes.ts";
import { runTermwire } from "../support/run-termwire.ts";
import { ODD_AGENT, startWeb } from "./support/start-web.ts";

describe("the end of termwire web", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 143],
  ] as const)(
    "by %s ends agents and commands, and closes the tabs (cases 38, 45)",
    async (signal, status) => {
      const web = await startWeb();
      const tab = await web.open();
      const marker = createSleepMarker();
      tab.postPrompt(await tab.newSession(), `sleep ${marker}`);
      await untilRunning(marker);
      web.child.kill(signal);
      expect((await web.result).status).toBe(status);
      expect(await tab.closed).toEqual([1001, "termwire ends"]);
      expect(findProcesses(marker)).toEqual([]);
      expect(findProcesses(web.home)).toEqual([]);
    },
  );

  it("by kill -9 leaves nothing either", async () => {
    const web = await startWeb();
    const tab = await web.open();
    const marker = createSleepMarker();
    tab.postPrompt(await tab.newSession(), `sleep ${marker}`);
    await untilRunning(marker);
    web.child.kill("SIGKILL");
    await untilGone(marker);
    expect((await web.result).signal).toBe("SIGKILL");
  });

  it("ends what an agent of others has left, too", async () => {
    const web = await startWeb({ args: ["--agent", ODD_AGENT] });
    const tab = await web.open();
    const marker = createSleepMarker();
    await tab.prompt(await tab.newSession(), `sleep ${marker}`);
    await untilRunning(marker);
    web.child.kill("SIGINT");
    await web.result;
    expect(findProcesses(marker)).toEqual([]);
  });

  it("does not wait for a tab that does not read", async () => {
    const web = await startWeb();
    const tab = await web.open();
    tab.socket.pause();
    const startMs = Date.now();
    web.child.kill("SIGINT");
    expect((await web.result).status).toBe(130);
    expect(Date.now() - startMs).toBeLessThan(20_000);
  });

  it("needs no tab to have come", async () => {
    const web = await startWeb();
    web.child.kill("SIGINT");
    expect((await web.result).status).toBe(130);
  });
});

describe("termwire web", () => {
  it("prints nothing but the address", async () => {
    const web = await startWeb();
    expect(web.stdout()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}\n$/u);
    expect(web.stderr()).toBe("");
  });

  it("is what termwire does when nothing else is said", async () => {
    const web = await startWeb({ command: [] });
    expect(web.url).toMatch(/token=/u);
  });

  it("says that a port is taken", async () => {
    const { port } = await startWeb();
    const { status, stdout, stderr } = await runTermwire(["web", "--no-open", "--port", `${port}`]);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      `termwire: port ${port} is taken by another program; --port 0 takes any that is free\n`,
    );
  });

  it("listens on the port it is told to", async () => {
    for (let attempt = 1; ; attempt++) {
      const first = await startWeb();
      first.child.kill("SIGINT");
      await first.result;
      try {
        const again = await startWeb({ args: ["--port", `${first.port}`] });
        expect(again.port).toBe(first.port);
        return;
      } catch (error) {
        // Somebody else may have it by now.
        if (attempt === 3 || !String(error).includes("is taken by another program")) throw error;
      }
    }
  });

  it.each([
    [["--port", "x"], /--port.*Expected a number from 0 to 65535, got "x"/su],
    [["--port", "70000"], /Expected a number from 0 to 65535/u],
    [["--agent", " "], /--agent: expected a command, got nothing/u],
    [["--cwd", "here"], /--cwd: .*here/u],
    [["--cwd", "/nonexistent/dir"], /--cwd: .*\/nonexistent\/dir/u],
    [["extra"], /too many arguments/u],
  ])("refuses %j", async (args, words) => {
    const { status, stdout, stderr } = await runTermwire(["web", "--no-open", ...args]);
    expect([status, stdout]).toEqual([64, ""]);
    expect(stderr).toMatch(words);
  });

  it("explains itself, with examples", async () => {
    const { status, stdout } = await runTermwire(["web", "--help"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/Examples:\n {2}termwire web\n/u);
    expect(stdout).toContain("agent_servers");
  });

  it("refuses a configuration with variables for agents that others can read, and serves", async () => {
    const config = { agent_servers: { x: { command: "x", env: { KEY: "secret-1" } } } };
    const web = await startWeb({ config, configMode: 0o644 });
    await until("the complaint", () => web.stderr() !== "");
    expect(web.stderr()).toMatch(/holds keys and others can use it \(mode 644\)/u);
    expect(web.stderr()).not.toContain("secret-1");
    const tab = await web.open();
    const { result } = await tab.request("_termwire/agents");
    expect(result).toMatchObject({ agents: [{ id: "termwire" }] });
  });
});
