import { describe, expect, it } from "vitest";
import { createSleepMarker, untilGone, untilRunning } from "../support/processes.ts";
import type { Message, OpenedTab } from "./support/open-tab.ts";
import { show } from "./support/shown.ts";
import { ODD_AGENT, startWeb } from "./support/start-web.ts";

/** Prints a number every moment, so that a load falls in between. */
const COUNT = "for i in $(seq 80); do echo line $i; sleep 0.02; done";
const COUNTED = Array.from({ length: 80 }, (_, index) => `line ${index + 1}\n`).join("");

const isTurnEnd = ({ method }: Message) => method === "_termwire/turn_ended";

/** The texts of messages that somebody says. */
function words(messages: readonly Message[], kind = "agent_message_chunk"): string {
  const texts = messages.map(({ params }) => {
    const { update } = { update: {}, ...(params as { update?: Message } | undefined) }; // of a notification
    const { content, sessionUpdate } = update;
    const { text } = { text: "", ...(content as { text?: string } | undefined) }; // of a chunk
    return sessionUpdate === kind ? text : "";
  });
  return texts.join("");
}

const terminalOf = (tab: OpenedTab) =>
  tab.wait("a terminal", ({ params }) => JSON.stringify(params ?? {}).includes("terminal_info"));

describe("a session of the page", () => {
  it("shows in every tab, opened while a command runs, what the first shows", async () => {
    const web = await startWeb();
    const first = await web.open();
    const sessionId = await first.newSession();
    const turn = first.prompt(sessionId, COUNT);
    await first.wait("output", ({ params }) => JSON.stringify(params ?? {}).includes("line 3"));
    const later: OpenedTab[] = [];
    for (let count = 0; count < 5; count++) {
      const tab = await web.open();
      const { answer } = await tab.load(sessionId);
      expect(answer).toMatchObject({ result: { _meta: { termwire: { live: true } } } });
      later.push(tab);
    }
    await turn;
    await Promise.all(later.map((tab) => tab.wait("the end of the turn", isTurnEnd)));
    const shown = show(first.messages);
    for (const { messages } of later) expect(show(messages)).toEqual(shown);
    expect(shown).toMatchObject({ output: COUNTED, lostBytes: 0, endings: [[COUNT, "exit 0"]] });
  });

  it("goes on when its tab is closed in mid-command, and is all there after a reload", async () => {
    const web = await startWeb();
    const first = await web.open();
    const sessionId = await first.newSession();
    first.postPrompt(sessionId, COUNT);
    await terminalOf(first);
    await first.close();
    const again = await web.open();
    const { replay } = await again.load(sessionId);
    await again.wait("the end of the turn", isTurnEnd);
    expect(words(replay, "user_message_chunk")).toBe(COUNT);
    expect(show(again.messages)).toMatchObject({ output: COUNTED, endings: [[COUNT, "exit 0"]] });
  });

  it("is replayed when it is at rest, as it was live, with when it was new (case 87)", async () => {
    const web = await startWeb();
    const first = await web.open();
    const sessionId = await first.newSession();
    const startMs = Date.now();
    await first.prompt(sessionId, "printf 'a\\n'; exit 3");
    const endMs = Date.now();
    const { answer, replay } = await (await web.open()).load(sessionId);
    expect(show(replay)).toEqual(show(first.messages));
    expect(replay.filter(isTurnEnd)).toMatchObject([{ params: { stopReason: "end_turn" } }]);
    expect(answer).toMatchObject({
      result: { _meta: { termwire: { working: false, promptIds: [] } } },
    });
    const times = replay.flatMap(({ params }) => {
      const { _meta } = params as { _meta?: { termwire: { atMs: number } } }; // a notification
      return _meta === undefined ? [] : [_meta.termwire.atMs];
    });
    expect(times.length).toBeGreaterThan(2);
    expect(times.every((atMs) => atMs >= startMs - 1000 && atMs <= endMs)).toBe(true);
  });

  it("tells every tab of a prompt of one: the words to the others, begin and end to all", async () => {
    const web = await startWeb();
    const [one, two] = [await web.open(), await web.open()];
    const sessionId = await one.newSession();
    await two.load(sessionId);
    const _meta = { termwire: { promptId: "mine" } };
    const prompt = [{ type: "text", text: "echo hi" }];
    await one.request("session/prompt", { sessionId, prompt, _meta });
    const turnEnd = { params: { sessionId, promptId: "mine", stopReason: "end_turn" } };
    expect(await two.wait("the end", isTurnEnd)).toMatchObject(turnEnd);
    expect(one.messages.filter(isTurnEnd)).toMatchObject([turnEnd]);
    const started = ({ method }: Message) => method === "_termwire/prompt_started";
    for (const { messages } of [one, two]) {
      expect(messages.filter(started)).toMatchObject([{ params: { sessionId, promptId: "mine" } }]);
    }
    expect(words(two.messages, "user_message_chunk")).toBe("echo hi");
    expect(words(one.messages, "user_message_chunk")).toBe("");
  });

  it("ends a turn for all tabs with what went wrong", async () => {
    const web = await startWeb();
    const [one, two] = [await web.open(), await web.open()];
    const sessionId = await one.newSession();
    await two.load(sessionId);
    const { error } = await one.request("session/prompt", { sessionId, prompt: "no list" });
    expect(error).toBeDefined();
    expect(await two.wait("the end", isTurnEnd)).toMatchObject({ params: { error } });
  });

  it("is cancelled from any tab, one that loaded it while it works, too, and by nothing else (case 52)", async () => {
    const web = await startWeb();
    const [one, two] = [await web.open(), await web.open()];
    const sessionId = await one.newSession();
    await two.load(sessionId);
    const marker = createSleepMarker();
    one.postPrompt(sessionId, `sleep ${marker}`);
    await untilRunning(marker);
    await one.close();
    two.notify("session/cancel", { sessionId });
    expect(await two.wait("the end", isTurnEnd)).toMatchObject({
      params: { stopReason: "cancelled" },
    });
    await untilGone(marker);
    expect(show(two.messages).endings[0]?.[1]).toMatch(/cancelled/u);
  });

  it("is listed for all tabs, with what it does", async () => {
    const web = await startWeb();
    const [one, two] = [await web.open(), await web.open()];
    const sessionId = await one.newSession();
    const changes = (): unknown[] =>
      two.messages
        .filter(({ method }) => method === "_termwire/session_changed")
        .map(({ params }) => (params as { working: boolean }).working); // an entry
    await one.prompt(sessionId, "echo hello");
    await two.wait("the rest", () => changes().length > 2 && changes().at(-1) === false);
    expect(changes()).toContain(true);
    const { result } = await two.request("_termwire/sessions");
    const entry = { sessionId, cwd: process.cwd(), live: true, working: false, asking: false };
    expect(result).toMatchObject({ sessions: [{ ...entry, title: "echo hello" }] });
    expect(show(two.messages).endings).toEqual([]);
  });

  it("tells the other tabs what one has set, and who comes later, too", async () => {
    const web = await startWeb();
    const [one, two] = [await web.open(), await web.open()];
    const sessionId = await one.newSession();
    await two.load(sessionId);
    await one.request("session/set_config_option", { sessionId, configId: "mode", value: "full" });
    const told = await two.wait("the option", (each) =>
      JSON.stringify(each).includes('"config_option_update"'),
    );
    expect(JSON.stringify(told)).toContain('"currentValue":"full"');
    const { answer } = await (await web.open()).load(sessionId);
    expect(JSON.stringify(answer["result"])).toContain('"currentValue":"full"');
  });

  it("is gone for all tabs when one deletes it", async () => {
    const web = await startWeb();
    const [one, two] = [await web.open(), await web.open()];
    const sessionId = await one.newSession();
    await one.prompt(sessionId, "echo x");
    await two.load(sessionId);
    await two.request("session/delete", { sessionId });
    const closed = ({ method }: Message) => method === "_termwire/session_closed";
    expect(await one.wait("the end", closed)).toMatchObject({ params: { sessionId } });
    const { answer } = await one.load(sessionId);
    expect(answer["error"]).toBeDefined();
    expect((await one.request("_termwire/sessions"))["result"]).toEqual({ sessions: [] });
  });

  it("is loaded from the agent's own log after the server was started anew, by two tabs at once", async () => {
    const before = await startWeb();
    const tab = await before.open();
    const sessionId = await tab.newSession();
    await tab.prompt(sessionId, "seq 3; exit 4");
    before.child.kill("SIGINT");
    await before.result;
    const web = await startWeb({ env: { XDG_STATE_HOME: before.home } });
    const tabs = [await web.open(), await web.open()];
    const loads = await Promise.all(tabs.map((each) => each.load(sessionId)));
    for (const { answer, replay } of loads) {
      expect(answer["error"]).toBeUndefined();
      expect(show(replay)).toMatchObject({
        output: "1\n2\n3\n",
        endings: [["seq 3; exit 4", "exit 4"]],
      });
    }
  });

  it("is told by an agent before its answer names it, and nothing of that is lost", async () => {
    const web = await startWeb({ args: ["--agent", ODD_AGENT] });
    const tab = await web.open();
    const sessionId = await tab.newSession();
    await tab.prompt(sessionId, "say hello");
    expect(words(tab.messages)).toBe("before the answer; after the answer; hello");
    const [own, asked] = [
      ({ method }: Message) => method === "session/update",
      ({ result }: Message) => JSON.stringify(result ?? "").includes(sessionId),
    ];
    expect(tab.messages.findIndex(own)).toBeGreaterThan(tab.messages.findIndex(asked));
  });

  it("is loaded from what the page saw, for an agent that keeps none", async () => {
    const web = await startWeb({ args: ["--agent", ODD_AGENT] });
    const one = await web.open();
    const sessionId = await one.newSession();
    await one.prompt(sessionId, "say hello");
    await one.close();
    const { answer, replay } = await (await web.open()).load(sessionId);
    expect(answer).toMatchObject({
      result: { _meta: { termwire: { live: true, omittedUpdates: 0 } } },
    });
    expect(words(replay)).toBe("before the answer; after the answer; hello");
  });

  it("is forked, and the fork loaded with all that was before (case 87)", async () => {
    const web = await startWeb();
    const tab = await web.open();
    const sessionId = await tab.newSession();
    await tab.prompt(sessionId, "echo before");
    const cwd = process.cwd();
    const fork = await tab.request("session/fork", { sessionId, cwd, mcpServers: [] });
    const { sessionId: forked } = fork["result"] as { sessionId: string }; // what the agent made
    const { replay } = await tab.load(forked);
    expect(show(replay)).toMatchObject({
      output: "before\n",
      endings: [["echo before", "exit 0"]],
    });
    await tab.prompt(forked, "echo after");
    expect(show((await (await web.open()).load(forked)).replay).output).toBe("before\nafter\n");
    expect(show((await (await web.open()).load(sessionId)).replay).output).toBe("before\n");
  });

  it("is resumed from the agent's log without being told, and told whole to who loads it then", async () => {
    const before = await startWeb();
    const tab = await before.open();
    const sessionId = await tab.newSession();
    await tab.prompt(sessionId, "echo before");
    before.child.kill("SIGINT");
    await before.result;
    const web = await startWeb({ env: { XDG_STATE_HOME: before.home } });
    const [one, two] = [await web.open(), await web.open()];
    const cwd = process.cwd();
    await one.request("session/resume", { sessionId, cwd, mcpServers: [] });
    expect(show(one.messages).output).toBe("");
    await one.prompt(sessionId, "echo after");
    expect(show(one.messages).output).toBe("after\n");
    expect(show((await two.load(sessionId)).replay).output).toBe("before\nafter\n");
  });

  it("is resumed without being told again", async () => {
    const web = await startWeb();
    const [one, two] = [await web.open(), await web.open()];
    const sessionId = await one.newSession();
    await one.prompt(sessionId, "echo before");
    const answer = await two.request("session/resume", {
      sessionId,
      cwd: process.cwd(),
      mcpServers: [],
    });
    expect(answer).toMatchObject({ result: { _meta: { termwire: { live: true } } } });
    await one.prompt(sessionId, "echo after");
    await two.wait("the end", isTurnEnd);
    expect(show(two.messages).output).toBe("after\n");
  });

  it("keeps 20 MB of output to its end for who comes later, and says what is missing", async () => {
    const web = await startWeb({ args: ["--agent", ODD_AGENT] });
    const one = await web.open();
    const sessionId = await one.newSession();
    await one.prompt(sessionId, "flood 200");
    const { replay } = await (await web.open()).load(sessionId);
    const { output, lostBytes } = show(replay);
    const bytes = Buffer.byteLength(show(one.messages).output);
    expect(lostBytes).toBeGreaterThan(0);
    expect(output.endsWith(`000199${"x".repeat(100_000)}\n`)).toBe(true);
    expect(bytes).toBe(200 * 100_007);
    expect(replay.length).toBeLessThan(20);
  });
});
