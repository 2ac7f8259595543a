import { afterEach, describe, expect, it } from "vitest";
import type { ProxyHostParts } from "@termwire/acp/proxy";
import { toEnding, toTerminalId } from "@termwire/terminal";
import { closePeers, connectPeers } from "./connect-peers.ts";
import { parse, toFields, type Fields } from "./memory-peer.ts";

afterEach(closePeers);

const META = { _meta: { terminal_output: true } };
const ID = toTerminalId("host-terminal");

/** A host whose one terminal does what the test says, and what was asked of it. */
function createStagedHost() {
  const asked: unknown[] = [];
  let parts: ProxyHostParts | null = null;
  const answer = async (params: unknown): Promise<Record<string, never>> => {
    asked.push(params);
    return {};
  };
  const nothing = async (): Promise<void> => undefined;
  return {
    asked,
    emit: (event: Parameters<ProxyHostParts["onEvent"]>[1]) => parts?.onEvent("s", event),
    createHost: (given: ProxyHostParts) => {
      parts = given;
      return {
        openSession: () => undefined,
        closeSession: nothing,
        create: async () => ({ terminalId: ID }),
        output: async () => ({ output: "", truncated: false }),
        waitForExit: async () => ({ exitCode: null, signal: null }),
        kill: answer,
        release: answer,
        readCopy: () => null,
        dispose: nothing,
        [Symbol.asyncDispose]: nothing,
      };
    },
  };
}

/** The agent has the proxy run a command, and shows it. */
async function runInHost(protocolVersion: number) {
  const host = createStagedHost();
  const options = { createHost: host.createHost, protocolVersion, agentVersion: 1 };
  const peers = await connectPeers(META, options);
  const facts = { command: "cat", cwd: "/project", size: null };
  host.emit({ type: "terminal-started", id: ID, startedAtMs: 0, ...facts });
  peers.update({
    sessionUpdate: "tool_call",
    toolCallId: "c",
    title: "cat",
    kind: "execute",
    status: "in_progress",
    content: [{ type: "terminal", terminalId: ID }],
  });
  await peers.settled();
  const request = async (method: string, params: Fields): Promise<Fields> => {
    peers.client.send({ jsonrpc: "2.0", id: "r", method, params: { sessionId: "s", ...params } });
    return peers.client.wait(({ id, method: asked }) => id === "r" && asked === undefined);
  };
  return { ...peers, ...host, request };
}

describe("a command that the proxy runs", () => {
  it.each([
    [1, "_termwire/terminal/cancel", { terminalId: "c" }],
    [2, "terminal/cancel", { terminalId: "term_c" }],
    [2, "tool_call/cancel", { toolCallId: "c" }],
  ])("is ended by it for a client of version %i that says %s", async (version, method, about) => {
    const { request, asked } = await runInHost(version);
    expect(await request(method, about)).toMatchObject({ result: {} });
    expect(asked).toEqual([{ sessionId: "s", terminalId: ID }]);
  });

  it.each([
    ["cancelled", "was", ["session/cancel"]],
    ["stopped", "was not", []],
  ])("is told as %s when its turn %s cancelled and the agent ends it", async (cause, _, told) => {
    const { client, agent, ask, answer, emit, updates } = await runInHost(1);
    await ask("p", "session/prompt", { sessionId: "s", prompt: [] });
    for (const method of told) {
      client.send({ jsonrpc: "2.0", method, params: { sessionId: "s" } });
      await agent.wait((message) => message["method"] === method);
    }
    const ending = toEnding({ kind: "signaled", signal: "SIGTERM" }, "stopped");
    emit({ type: "terminal-ended", id: ID, ending, durationMs: 5 });
    await answer("p", { stopReason: told.length > 0 ? "cancelled" : "end_turn" });
    const causes = updates().map(({ rawOutput }) => toFields(rawOutput)["cause"]);
    expect(causes.filter((known) => known !== undefined)).toEqual([cause]);
  });

  it("takes no input, and says so", async () => {
    const { request } = await runInHost(1);
    const { error } = await request("_termwire/terminal/input", { terminalId: "c", data: "eA==" });
    expect(error).toMatchObject({ code: -32602 });
  });

  it.each([1, 2])("tells a client of version %i that it waits for input", async (version) => {
    const { client, emit, settled } = await runInHost(version);
    for (const isWaiting of [true, false]) {
      emit({ type: "waiting-changed", id: ID, isWaiting });
      await settled();
    }
    const said = client.lines
      .map((line) => toFields(toFields(parse(line)["params"])["update"])["_meta"])
      .map((meta) => toFields(toFields(meta)["termwire"])["waiting"])
      .filter((waiting) => waiting !== undefined);
    expect(said).toEqual([true, false]);
  });

  it("can be ended: that is added to what the agent offers", async () => {
    const { client } = await runInHost(1);
    const introduction = client.lines.map(parse).find(({ id }) => id === "i");
    expect(introduction?.["result"]).toMatchObject({
      agentCapabilities: { _meta: { termwire: { terminal: { cancel: true } } } },
    });
  });
});

describe("a command that the agent runs", () => {
  it("is the agent's to control, by its own name for the terminal", async () => {
    const { agent, client, update, settled } = await connectPeers(META);
    update({
      sessionUpdate: "tool_call",
      toolCallId: "c",
      title: "cat",
      kind: "execute",
      content: [{ type: "terminal", terminalId: "agents-own" }],
      _meta: { terminal_info: { terminal_id: "agents-own" } },
    });
    await settled();
    const method = "_termwire/terminal/input";
    const params = { sessionId: "s", terminalId: "c", data: "eA==" };
    client.send({ jsonrpc: "2.0", id: 9, method, params });
    const asked = await agent.wait((message) => message["method"] === method);
    expect(asked["params"]).toEqual({ sessionId: "s", terminalId: "agents-own", data: "eA==" });
  });

  it("is not offered to be ended when the agent does not offer it", async () => {
    const { client } = await connectPeers(META);
    expect(client.lines.map(parse).find(({ id }) => id === "i")?.["result"]).toEqual({
      protocolVersion: 1,
    });
  });
});
