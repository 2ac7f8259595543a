import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { until } from "../support/processes.ts";
import { show } from "./support/shown.ts";
import { ODD_AGENT, startWeb, type RunningWeb } from "./support/start-web.ts";

describe("what a tab sends", () => {
  it("that is no message is answered as such, and the tab goes on", async () => {
    const web = await startWeb({ args: ["--agent", ODD_AGENT] });
    const tab = await web.open();
    const batch = '[{"jsonrpc":"2.0","id":1,"method":"x"}]';
    const texts = ["", "garbage", "{", "[]", "null", "42", '"x"', "\0", batch];
    for (const text of texts) tab.socket.send(text);
    expect(await tab.newSession()).toMatch(/^odd-/u);
    const refusals = tab.messages.filter(({ id }) => id === null);
    expect(refusals.map(({ error }) => error)).toEqual(
      texts.map(() => ({ code: -32700, message: "expected one JSON-RPC message" })),
    );
  });

  it("that makes no sense harms nobody", async () => {
    const web = await startWeb({ args: ["--agent", ODD_AGENT] });
    const [tab, other] = [await web.open(), await web.open()];
    const sessionId = await other.newSession();
    for (const message of [
      { method: 7, id: 1 },
      { id: null, result: {} },
      { id: [], error: {} },
      { id: "question-0" },
      { method: "$/cancel_request", params: { requestId: { a: 1 } } },
      { method: "session/cancel", params: null },
      { method: "session/load", id: { deep: [] }, params: { sessionId: 5 } },
      { method: "session/prompt", id: "x", params: [] },
      { method: "session/prompt", id: "y", params: { sessionId, prompt: { a: 1 }, _meta: 5 } },
      { method: "initialize", id: "again", params: "none" },
      { method: "__proto__", id: "p", params: {} },
      { method: "constructor", params: {} },
      { method: "_termwire/nothing", id: "r" },
    ]) {
      tab.socket.send(JSON.stringify(message));
      await tab.request("_termwire/agents");
    }
    for (const each of [tab, other]) expect(await each.newSession()).toMatch(/^odd-/u);
    expect(
      await other.wait("its end", ({ method }) => method === "_termwire/turn_ended"),
    ).toMatchObject({
      params: { sessionId, error: { code: -32602 } },
    });
    expect(web.child.exitCode).toBeNull();
  });

  it("in bytes closes its connection and no other", async () => {
    const web = await startWeb({ args: ["--agent", ODD_AGENT] });
    const [tab, other] = [await web.open(), await web.open()];
    tab.socket.send(Buffer.from('{"jsonrpc":"2.0","id":1,"method":"_termwire/agents"}'), {
      binary: true,
    });
    expect(await tab.closed).toEqual([1003, "expected text"]);
    expect(await other.newSession()).toMatch(/^odd-/u);
  });

  it("may be 20 MB, and not 40", async () => {
    const web = await startWeb({ args: ["--agent", ODD_AGENT] });
    const [tab, other] = [await web.open(), await web.open()];
    const sessionId = await tab.newSession();
    const answer = await tab.request("session/prompt", {
      sessionId,
      prompt: [
        { type: "text", text: "say it was long" },
        { type: "text", text: "x".repeat(20_000_000) },
      ],
    });
    expect(answer["result"]).toEqual({ stopReason: "end_turn" });
    tab.socket.send("x".repeat(40_000_000));
    expect((await tab.closed)[0]).toBe(1009);
    expect(await other.newSession()).toMatch(/^odd-/u);
  });

  it("in a frame that lies of its length closes its connection and no other", async () => {
    const web = await startWeb({ args: ["--agent", ODD_AGENT] });
    const other = await web.open();
    const raw = await knock(web);
    raw.write(
      Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
    );
    raw.resume();
    await once(raw, "close");
    expect(await other.newSession()).toMatch(/^odd-/u);
  });
});

describe("a tab that does not read", () => {
  it("is let go, while another one gets all of a flood; it comes back and is shown the rest", async () => {
    const web = await startWeb({ args: ["--agent", ODD_AGENT] });
    const [slow, fast] = [await web.open(), await web.open()];
    const sessionId = await fast.newSession();
    await slow.load(sessionId);
    slow.socket.pause();
    await fast.prompt(sessionId, "flood 700");
    const { output } = show(fast.messages);
    expect(output.length).toBe(700 * 100_007);
    // The server ends the connection by itself; what it had sent before is still in the socket.
    slow.socket.resume();
    const [code] = await slow.closed;
    expect([1006, 4008]).toContain(code);
    const again = await web.open();
    const { replay } = await again.load(sessionId);
    expect(show(replay).output.endsWith(output.slice(-100_007))).toBe(true);
  });

  it("holds the agent back when there is no other, and nothing is lost", async () => {
    const web = await startWeb({ args: ["--agent", ODD_AGENT] });
    const tab = await web.open();
    const sessionId = await tab.newSession();
    tab.postPrompt(sessionId, "flood 300");
    await once(tab.socket, "message");
    tab.socket.pause();
    // The system's buffers and a little of ours fill, and nothing more is read of the agent.
    const read = () => readResidentBytes(web.child.pid ?? 0);
    const before = read();
    let last = 0;
    await until("the flood to stand still", () => {
      const now = read();
      const isStill = now === last;
      last = now;
      return isStill;
    });
    tab.socket.resume();
    await tab.wait("the end", ({ method }) => method === "_termwire/turn_ended");
    expect(show(tab.messages).output.length).toBe(300 * 100_007);
    expect(last - before).toBeLessThan(100 * 1024 * 1024);
  });
});

/** The bare connection of a tab that was let in. */
async function knock({ port, origin, cookie }: RunningWeb): Promise<Socket> {
  const asked = request({
    host: "127.0.0.1",
    port,
    path: "/acp",
    headers: {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
      "Sec-WebSocket-Version": "13",
      origin,
      cookie,
    },
  });
  asked.end();
  const [, socket] = (await once(asked, "upgrade")) as [unknown, Socket]; // what Node emits
  return socket;
}

/** Of the process, as the system counts. */
function readResidentBytes(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
  return pages * 4096;
}
