import { client, PROTOCOL_VERSION, RequestError } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import {
  createClientFiles,
  serveAgent,
  type AgentHarness,
  type ClientFiles,
} from "@termwire/acp/agent";

interface Capabilities {
  readonly readTextFile?: boolean;
  readonly writeTextFile?: boolean;
}

/** A client with these buffers, and what a session of an agent gets of its files. */
async function openFiles(capabilities: Capabilities | null, buffers: Map<string, string>) {
  let files: ClientFiles = {};
  const harness: AgentHarness = {
    info: { name: "test", title: "Test", version: "0" },
    async createSession({ clientFiles = {} }) {
      files = clientFiles;
      return {
        prompt: async () => "end_turn",
        replay: async () => undefined,
        settings: [],
        changeSetting: async () => undefined,
        onChange: null,
        [Symbol.asyncDispose]: async () => undefined,
      };
    },
  };
  const served = serveAgent(harness);
  const sessions: string[] = [];
  const connection = client({ name: "test" })
    .onRequest("fs/read_text_file", ({ params: { path, sessionId } }) => {
      sessions.push(sessionId);
      if (path === "/broken") throw RequestError.internalError(undefined, "disk on fire");
      const content = buffers.get(path);
      if (content === undefined) throw RequestError.resourceNotFound(path);
      return { content };
    })
    .onRequest("fs/write_text_file", ({ params: { path, content } }) => {
      if (path === "/read-only") throw RequestError.internalError(undefined, "read-only");
      buffers.set(path, content);
      return {};
    })
    .connect(served.app);
  await connection.agent.request("initialize", {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: capabilities === null ? {} : { fs: { ...capabilities } },
  });
  const { sessionId } = await connection.agent.request("session/new", { cwd: "/", mcpServers: [] });
  return {
    files,
    sessions,
    sessionId,
    async [Symbol.asyncDispose]() {
      connection.close();
      await served.dispose();
    },
  };
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("a client's files", () => {
  it("are read and written in its buffers, saved or not", async () => {
    const buffers = new Map([["/a.txt", "\ufeffnot saved é"]]);
    await using opened = await openFiles({ readTextFile: true, writeTextFile: true }, buffers);
    const { files, sessions, sessionId } = opened;
    expect(await files.read?.("/a.txt", 100)).toEqual(encode("\ufeffnot saved é"));
    await files.write?.("/a.txt", encode("\ufeffnew é"));
    expect(buffers.get("/a.txt")).toBe("\ufeffnew é");
    expect(sessions).toEqual([sessionId]);
  });

  it("that are not there are none, and what else goes wrong is told by name", async () => {
    await using opened = await openFiles({ readTextFile: true, writeTextFile: true }, new Map());
    const { files } = opened;
    expect(await files.read?.("/none", 100)).toBeNull();
    await expect(files.read?.("/broken", 100)).rejects.toThrow(
      /^\/broken: the client cannot read/u,
    );
    await expect(files.write?.("/read-only", encode(""))).rejects.toThrow(
      /^\/read-only: the client/u,
    );
  });

  it("that are too long are refused", async () => {
    const buffers = new Map([["/long", "x".repeat(101)]]);
    await using opened = await openFiles({ readTextFile: true }, buffers);
    await expect(opened.files.read?.("/long", 100)).rejects.toThrow("at most 100 bytes");
  });

  it.each([
    [null, []],
    [{}, []],
    [{ readTextFile: true }, ["read"]],
    [{ writeTextFile: true }, ["write"]],
    [{ readTextFile: false, writeTextFile: false }, []],
  ])("are reached as far as it offers that: %j", async (capabilities, methods) => {
    await using opened = await openFiles(capabilities, new Map());
    expect(Object.keys(opened.files)).toEqual(methods);
  });

  it("are not waited for without end", async () => {
    const app = client({ name: "silent" }).onRequest(
      "fs/read_text_file",
      () => new Promise<{ content: string }>(() => undefined),
    );
    const asked: Promise<unknown>[] = [];
    const { agent } = await import("@agentclientprotocol/sdk");
    const silent = agent({ name: "test" }).onConnect(({ client: peer }) => {
      const capabilities = { fs: { readTextFile: true } };
      const options = { client: peer, sessionId: "s", capabilities, timeoutMs: 50 };
      const reading = createClientFiles(options).read?.("/a", 100) ?? Promise.resolve();
      reading.catch(() => undefined);
      asked.push(reading);
    });
    const connection = app.connect(silent);
    await expect.poll(() => asked.length).toBe(1);
    await expect(asked[0]).rejects.toThrow("no answer within 50 ms");
    connection.close();
  });
});
