import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AnyMessage } from "@agentclientprotocol/sdk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { serveAgent, type AgentHarness } from "@termwire/acp/agent";
import { createHarness, createMemoryArchive, type Model } from "@termwire/agent";
import { createFileArchive } from "@termwire/agent/session-files";
import {
  checkWorkingDirectory,
  createLocalRunner,
  createProcessIdentities,
} from "@termwire/process";
import { createBashTool, createToolRegistry } from "@termwire/tools";
import { connectClient } from "./connect-client.ts";
import { createLineModel } from "./scripted-model.ts";

const processes = createProcessIdentities();

let root = "";

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "termwire-forks-")));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

function createSubject(archive = createMemoryArchive(), model: Model = createLineModel()) {
  const tools = createToolRegistry();
  tools.register(createBashTool());
  return createHarness({
    info: { name: "test", title: "Test", version: "0" },
    model,
    tools,
    runner: createLocalRunner(),
    archive,
    permissionMode: "full",
    checkDirectory: checkWorkingDirectory,
  });
}

type Connected = Awaited<ReturnType<typeof connectClient>>;

const fork = (connected: Connected, sessionId: string, more: object = {}) =>
  connected.agent.request<{ sessionId: string; modes: unknown }, object>("session/fork", {
    sessionId,
    cwd: root,
    mcpServers: [],
    ...more,
  });

const titlesOf = ({ updates }: Connected): string[] =>
  updates.flatMap((update) => (update.sessionUpdate === "tool_call" ? [update.title] : []));

describe("a fork of a session", () => {
  it("goes on from there, and the session does not know of it", async () => {
    const model = createLineModel();
    await using connected = await connectClient(createSubject(createMemoryArchive(), model));
    const { sessionId } = await connected.newSession(root);
    await connected.prompt(sessionId, "echo one");
    const forked = await fork(connected, sessionId);
    expect(forked.sessionId).not.toBe(sessionId);
    expect(forked.modes).toMatchObject({ currentModeId: "full" });
    await connected.prompt(forked.sessionId, "echo two");
    expect(model.heard).toEqual(["one", "two"]);
    connected.updates.length = 0;
    await connected.agent.request("session/close", { sessionId });
    await connected.loadSession(sessionId, root);
    expect(titlesOf(connected)).toEqual(["echo one"]);
    connected.updates.length = 0;
    await connected.loadSession(forked.sessionId, root);
    expect(titlesOf(connected)).toEqual(["echo one", "echo two"]);
  });

  it("of one at work has what had ended, and leaves the work alone", async () => {
    const archive = createFileArchive({ processes, directory: join(root, "s") });
    await using connected = await connectClient(createSubject(archive));
    const { sessionId } = await connected.newSession(root);
    await connected.prompt(sessionId, "echo one");
    const turn = connected.prompt(
      sessionId,
      `touch ${root}/running; until [ -e ${root}/go ]; do sleep 0.02; done; echo two`,
    );
    await expect.poll(() => existsSync(join(root, "running"))).toBe(true);
    const forked = await fork(connected, sessionId);
    await connected.prompt(forked.sessionId, `touch ${root}/go`);
    expect(await turn).toEqual({ stopReason: "end_turn" });
    connected.updates.length = 0;
    await connected.loadSession(forked.sessionId, root);
    expect(titlesOf(connected)).toEqual(["echo one", `touch ${root}/go`]);
  });

  it("may work in another directory", async () => {
    await using connected = await connectClient(createSubject());
    const { sessionId } = await connected.newSession(root);
    await connected.prompt(sessionId, "true");
    const forked = await fork(connected, sessionId, { cwd: "/" });
    await connected.prompt(
      forked.sessionId,
      `pwd > ${root}/where; test "$(pwd)" = / && touch ${root}/right`,
    );
    expect(existsSync(join(root, "right"))).toBe(true);
  });

  it("is refused for a session nobody knows, and for what is no request", async () => {
    await using connected = await connectClient(createSubject());
    await expect(fork(connected, "sess_unknown00")).rejects.toMatchObject({ code: -32002 });
    await expect(fork(connected, "sess_unknown00", { cwd: 1 })).rejects.toThrow(
      /cwd: expected a string, got 1/u,
    );
    await expect(fork(connected, "sess_unknown00", { mcpServers: [1] })).rejects.toThrow(
      /mcpServers: expected a list of objects/u,
    );
  });
});

describe("a fork in version 2", () => {
  it("is offered, and goes on from where the session was", async () => {
    const v2 = await import("@agentclientprotocol/sdk/experimental/v2/unstable");
    const model = createLineModel();
    const served = serveAgent(createSubject(createMemoryArchive(), model));
    const [toAgent, toClient] = [createPipe(), createPipe()];
    served.connect({ readable: toAgent.readable, writable: toClient.writable });
    const idle: string[] = [];
    const connection = v2
      .client({ name: "test" })
      .onNotification("session/update", ({ params: { sessionId, update } }) => {
        if ("state" in update && update.state === "idle") idle.push(sessionId);
      })
      .connect({ readable: toClient.readable, writable: toAgent.writable });
    const { agent } = connection;
    const { capabilities } = await agent.request("initialize", {
      protocolVersion: v2.PROTOCOL_VERSION,
      info: { name: "test", version: "0" },
    });
    expect(capabilities).toMatchObject({ session: { fork: {} } });
    const { sessionId } = await agent.request("session/new", { cwd: root });
    const prompt = async (id: string, text: string) => {
      idle.length = 0;
      await agent.request("session/prompt", { sessionId: id, prompt: [{ type: "text", text }] });
      await expect.poll(() => idle).toContain(id);
    };
    await prompt(sessionId, "echo one");
    const forked = await agent.request("session/fork", { sessionId, cwd: root });
    await prompt(forked.sessionId, "echo two");
    expect(model.heard).toEqual(["one", "two"]);
    connection.close();
    await served.dispose();
  });
});

const createPipe = () => new TransformStream<AnyMessage, AnyMessage>();

describe("that sessions can be forked", () => {
  const offered = async (harness: AgentHarness): Promise<unknown> => {
    await using connected = await connectClient(harness);
    const { agentCapabilities } = await connected.agent.request("initialize", {
      protocolVersion: 1,
    });
    const { fork: offer } = { ...agentCapabilities?.sessionCapabilities } as { fork?: unknown }; // a draft
    await expect(fork(connected, "sess_unknown00")).rejects.toMatchObject({
      code: offer === undefined ? -32601 : -32002,
    });
    return offer;
  };

  it("is offered by an agent that keeps them, and only then", async () => {
    expect(await offered(createSubject())).toEqual({});
    const { store: _store, ...forgetful } = createSubject();
    expect(await offered(forgetful)).toBeUndefined();
  });
});
