import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import {
  createSleepMarker,
  findProcesses,
  until,
  untilGone,
  untilRunning,
} from "../support/processes.ts";
import type { Message, OpenedTab } from "./support/open-tab.ts";
import { show } from "./support/shown.ts";
import { ODD_AGENT, startWeb } from "./support/start-web.ts";

const hasEnded = ({ method }: Message) => method === "_termwire/agent_ended";

/** Says something to the agent that makes it end, and waits for that. */
async function crash(tab: OpenedTab, sessionId: string): Promise<Message> {
  const answer = await tab.prompt(sessionId, "crash");
  await tab.wait("the notice", hasEnded);
  return answer;
}

describe("the agents of the page", () => {
  it("are listed before any is started, and the configuration's can be chosen", async () => {
    const marker = createSleepMarker();
    const config = {
      agent_servers: {
        odd: { command: "sh", args: ["-c", `exec ${ODD_AGENT}`], env: { ODD: marker } },
        broken: { args: [] },
      },
    };
    const web = await startWeb({ config });
    const tab = await web.open({ initialize: false });
    const { result } = await tab.request("_termwire/agents");
    expect(result).toMatchObject({
      agents: [
        { id: "termwire", name: "Termwire", isDefault: true, state: "idle" },
        { id: "config:odd", name: "odd", isDefault: false, state: "idle" },
      ],
    });
    const complaint = "agent_servers.broken.command: expected a program";
    await until("the complaint", () => web.stderr().includes(complaint));
    const other = await web.open({ agent: "config:odd" });
    const sessionId = await other.newSession();
    await other.prompt(sessionId, "offer");
    expect(JSON.stringify(other.messages)).toContain("termwire-web");
    const again = await other.request("_termwire/agents");
    expect(again["result"]).toMatchObject({ agents: [{ state: "idle" }, { state: "running" }] });
    expect(JSON.stringify(again)).not.toContain(marker);
  });

  it("are one process each, however many tabs there are", async () => {
    const marker = createSleepMarker();
    const web = await startWeb({ args: ["--agent", `${ODD_AGENT} ${marker}`] });
    await Promise.all(Array.from({ length: 5 }, () => web.open()));
    const shells = findProcesses(marker).filter((line) => !line.includes("--agent"));
    expect(shells.filter((line) => !line.includes("-c"))).toHaveLength(1);
  });

  it("are not there under a name nobody gave", async () => {
    const web = await startWeb();
    const tab = await web.open({ agent: "nobody", initialize: false });
    expect(await tab.closed).toEqual([4404, "there is no agent of this id"]);
  });

  it("are offered what the page can show, whoever the tab says it is", async () => {
    const web = await startWeb({ args: ["--agent", ODD_AGENT] });
    const tab = await web.open();
    const sessionId = await tab.newSession();
    await tab.prompt(sessionId, "offer");
    const said = JSON.stringify(tab.messages);
    expect(said).toContain(String.raw`\"terminal_output\":true`);
    expect(said).not.toContain("readTextFile");
  });

  it("say why they cannot start, and the page can go on", async () => {
    const web = await startWeb({ args: ["--agent", "echo it is broken >&2; exit 3"] });
    const tab = await web.open({ initialize: false });
    const { error } = await tab.request("initialize", { protocolVersion: 1 });
    expect(error).toMatchObject({
      code: -32603,
      data: { reason: "exit status 3", stderrTail: "it is broken\n" },
    });
    const { result } = await tab.request("_termwire/agents");
    expect(result).toMatchObject({
      agents: [{ id: "command", state: "ended" }, { id: "termwire" }],
    });
    const again = await tab.request("_termwire/restart_agent");
    expect(again["error"]).toMatchObject({ data: { reason: "exit status 3" } });
    const other = await web.open({ agent: "termwire" });
    expect(await other.newSession()).toMatch(/./u);
  });

  it("want to be introduced first", async () => {
    const web = await startWeb();
    const tab = await web.open({ initialize: false });
    const { error } = await tab.request("session/new", { cwd: "/", mcpServers: [] });
    expect(error).toEqual({ code: -32600, message: "initialize comes first" });
  });
});

describe("an agent that ends", () => {
  it("is told with its last words, after the ends of all that it ran", async () => {
    const web = await startWeb({ args: ["--agent", ODD_AGENT] });
    const [one, two] = [await web.open(), await web.open()];
    const sessionId = await one.newSession();
    await two.load(sessionId);
    await one.prompt(sessionId, "half");
    const answer = await crash(one, sessionId);
    expect(answer["error"]).toMatchObject({ message: "the agent is gone: exit status 7" });
    for (const tab of [one, two]) {
      const notice = await tab.wait("the notice", hasEnded);
      const { reason, stderrTail } = notice["params"] as { reason: string; stderrTail: string }; // said by the README
      expect(reason).toBe("exit status 7");
      expect(stderrTail).toContain("boom: it was the wiring");
      const before = tab.messages.slice(0, tab.messages.indexOf(notice));
      expect(show(before).output).toBe("half of it\n");
      expect(show(before).endings[0]?.[1]).not.toBeNull();
    }
  });

  it("can still be read by who comes later, but not asked", async () => {
    const web = await startWeb({ args: ["--agent", ODD_AGENT] });
    const one = await web.open();
    const sessionId = await one.newSession();
    await one.prompt(sessionId, "half");
    await crash(one, sessionId);
    const later = await web.open();
    await later.wait("the notice", hasEnded);
    const { answer, replay } = await later.load(sessionId);
    expect(answer).toMatchObject({ result: { _meta: { termwire: { live: false } } } });
    expect(show(replay).output).toBe("half of it\n");
    expect((await later.prompt(sessionId, "say x"))["error"]).toMatchObject({ code: -32603 });
  });

  it("is started anew, and every tab comes back", async () => {
    const web = await startWeb({ args: ["--agent", ODD_AGENT] });
    const [one, two] = [await web.open(), await web.open()];
    const old = await one.newSession();
    await crash(one, old);
    expect((await one.request("_termwire/restart_agent"))["result"]).toEqual({});
    const restarted = [4001, "the agent was started anew"];
    expect([await one.closed, await two.closed]).toEqual([restarted, restarted]);
    const again = await web.open();
    expect(again.messages.some(hasEnded)).toBe(false);
    // It keeps no sessions: the old one can be read, and a new one be worked in.
    expect((await again.load(old)).answer).toMatchObject({
      result: { _meta: { termwire: { live: false } } },
    });
    const sessionId = await again.newSession();
    await again.prompt(sessionId, "say hello");
    expect(JSON.stringify(again.messages)).toContain("hello");
  });

  it("goes on with what the page saw where it can resume and not load", async () => {
    const web = await startWeb({ args: ["--agent", `${ODD_AGENT} --resume`] });
    const one = await web.open();
    const sessionId = await one.newSession();
    await one.prompt(sessionId, "half");
    await crash(one, sessionId);
    await one.request("_termwire/restart_agent");
    const again = await web.open();
    const { answer, replay } = await again.load(sessionId);
    expect(answer).toMatchObject({ result: { _meta: { termwire: { live: true } } } });
    expect(show(replay).output).toBe("half of it\n");
    expect((await again.prompt(sessionId, "say on"))["result"]).toEqual({ stopReason: "end_turn" });
  });

  it("loads its sessions again where it keeps them", async () => {
    const web = await startWeb();
    const one = await web.open();
    const sessionId = await one.newSession();
    await one.prompt(sessionId, "echo kept; exit 2");
    const agent = await findChild(web.child.pid ?? 0, "termwire.js agent");
    process.kill(agent, "SIGKILL");
    const { params } = await one.wait("the notice", hasEnded);
    expect(params).toMatchObject({ reason: "killed by SIGKILL" });
    await one.request("_termwire/restart_agent");
    const again = await web.open();
    const { answer, replay } = await again.load(sessionId);
    expect(answer).toMatchObject({ result: { _meta: { termwire: { live: true } } } });
    expect(show(replay)).toMatchObject({
      output: "kept\n",
      endings: [["echo kept; exit 2", "exit 2"]],
    });
    await again.prompt(sessionId, "echo more");
    expect(show(again.messages).output).toBe("kept\nmore\n");
  });

  it("leaves nothing running when it is started anew while it works (case 43)", async () => {
    const web = await startWeb();
    const one = await web.open();
    const sessionId = await one.newSession();
    const marker = createSleepMarker();
    one.postPrompt(sessionId, `sleep ${marker}`);
    await untilRunning(marker);
    const two = await web.open();
    await two.request("_termwire/restart_agent");
    await untilGone(marker);
    expect(await one.closed).toEqual([4001, "the agent was started anew"]);
  });
});

/** The pid of the child of `parent` whose command line has `text` in it. */
async function findChild(parent: number, text: string): Promise<number> {
  let pid = 0;
  await until(`a child with ${text}`, () => {
    const lines = execFileSync("ps", ["-axww", "-o", "ppid=,pid=,args="], {
      encoding: "utf8",
    }).split("\n");
    const found = lines.find((line) => line.trim().startsWith(`${parent} `) && line.includes(text));
    pid = Number(found?.trim().split(/\s+/u)[1] ?? 0);
    return pid > 0;
  });
  return pid;
}
