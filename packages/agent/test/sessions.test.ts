import { spawn } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import {
  client,
  ndJsonStream,
  PROTOCOL_VERSION,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createHarness,
  createMemoryArchive,
  createShellModel,
  type HarnessOptions,
  type Model,
  type ModelMessage,
} from "@termwire/agent";
import { createFileArchive } from "@termwire/agent/session-files";
import {
  checkWorkingDirectory,
  createLocalRunner,
  createProcessIdentities,
} from "@termwire/process";
import { createBashTool, createToolRegistry } from "@termwire/tools";
import { connectClient } from "./connect-client.ts";
import { isAlive } from "./is-alive.ts";
import { createLineModel } from "./scripted-model.ts";
import { createSessionTools } from "./session-tools.ts";

const processes = createProcessIdentities();

let root = "";

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "termwire-sessions-")));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

const runner = createLocalRunner();

function createSubject(more: Partial<HarnessOptions>) {
  const tools = createToolRegistry();
  tools.register(createBashTool());
  return createHarness({
    info: { name: "test", title: "Test", version: "0" },
    model: createLineModel(),
    tools,
    runner,
    permissionMode: "full",
    checkDirectory: checkWorkingDirectory,
    ...more,
  });
}

/** A model that keeps what it was asked and says one word. */
function createListener(): Model & { readonly asked: ModelMessage[][] } {
  const asked: ModelMessage[][] = [];
  return {
    name: "listener",
    asked,
    async *respond({ messages }) {
      asked.push([...messages]);
      yield { type: "text", text: "Noted." };
    },
  };
}

const messagesOf = (updates: readonly SessionUpdate[]): string =>
  JSON.stringify(updates.filter((update) => update.sessionUpdate === "agent_message_chunk"));

describe("a session that is opened again", () => {
  it("goes on with the conversation", async () => {
    const archive = createMemoryArchive();
    await using first = await connectClient(createSubject({ archive }));
    const { sessionId } = await first.newSession(root);
    await first.prompt(sessionId, "echo one\nexit 3");
    await first.agent.request("session/close", { sessionId });

    const model = createListener();
    await using second = await connectClient(createSubject({ archive, model }));
    await second.loadSession(sessionId, root);
    await second.prompt(sessionId, "and now?");
    expect(model.asked[0]?.map((message) => ("text" in message ? message.text : ""))).toEqual([
      "echo one\nexit 3",
      "",
      "one",
      "",
      "[exit code: 3]",
      "Done 2.",
      "and now?",
    ]);
  });

  it("is still in the mode that was chosen", async () => {
    const archive = createMemoryArchive();
    const harness = createSubject({ archive, permissionMode: "ask" });
    await using first = await connectClient(harness);
    const { sessionId } = await first.newSession(root);
    await first.agent.request("session/set_mode", { sessionId, modeId: "auto" });
    await first.agent.request("session/close", { sessionId });
    const { modes } = await first.loadSession(sessionId, root);
    expect(modes?.currentModeId).toBe("auto");
  });

  it("is listed by its first line, and gone when it is deleted", async () => {
    const archive = createFileArchive({ processes, directory: join(root, "s") });
    await using connected = await connectClient(createSubject({ archive }));
    const { agent } = connected;
    const { sessionId } = await connected.newSession(root);
    await connected.prompt(sessionId, "echo title\necho more");
    const { sessions } = await agent.request("session/list", {});
    expect(sessions).toMatchObject([{ sessionId, cwd: root, title: "echo title" }]);
    await agent.request("session/delete", { sessionId });
    expect((await agent.request("session/list", {})).sessions).toEqual([]);
    expect(readdirSync(join(root, "s"))).toEqual([]);
    await expect(connected.loadSession(sessionId, root)).rejects.toThrow(sessionId);
  });

  it("is refused while another agent has it", async () => {
    const archive = createFileArchive({ processes, directory: join(root, "s") });
    await using first = await connectClient(createSubject({ archive }));
    await using second = await connectClient(createSubject({ archive }));
    const { sessionId } = await first.newSession(root);
    await expect(second.loadSession(sessionId, root)).rejects.toThrow(/open elsewhere/u);
    await first.agent.request("session/close", { sessionId });
    await second.loadSession(sessionId, root);
  });

  it("that is at work can still be cancelled (case 52)", async () => {
    const archive = createMemoryArchive();
    await using connected = await connectClient(createSubject({ archive }));
    const { sessionId } = await connected.newSession(root);
    const turn = connected.prompt(sessionId, `touch ${root}/running; sleep 600`);
    await expect.poll(() => readdirSync(root)).toContain("running");
    await connected.loadSession(sessionId, root);
    await connected.agent.notify("session/cancel", { sessionId });
    expect(await turn).toEqual({ stopReason: "cancelled" });
  });
});

describe("a session whose agent was killed", () => {
  it("has every finished result, and what it was at is interrupted (cases 38, 42, 43, 168)", async () => {
    const directory = join(root, "s");
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL("./fixture-agent.mjs", import.meta.url)), directory],
      {
        stdio: ["pipe", "pipe", "inherit"],
      },
    );
    const stream = ndJsonStream(
      Writable.toWeb(child.stdin),
      Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>, // Node's own web stream type
    );
    const { agent } = client({ name: "test" })
      .onNotification("session/update", () => undefined)
      .connect(stream);
    await agent.request("initialize", { protocolVersion: PROTOCOL_VERSION });
    const { sessionId } = await agent.request("session/new", { cwd: root, mcpServers: [] });
    const text = `echo finished\necho $$ > ${root}/pid; exec sleep 600`;
    agent
      .request("session/prompt", { sessionId, prompt: [{ type: "text", text }] })
      .catch(() => undefined);
    await expect.poll(() => readdirSync(root)).toContain("pid");
    await expect.poll(() => readFileSync(join(root, "pid"), "utf8")).not.toBe("");
    const pid = Number(readFileSync(join(root, "pid"), "utf8"));
    child.kill("SIGKILL");
    await expect.poll(() => isAlive(pid)).toBe(false);

    const model = createListener();
    const archive = createFileArchive({ processes, directory });
    await using later = await connectClient(createSubject({ archive, model }));
    await later.loadSession(sessionId, root);
    const cards = later.events.map(({ event }) => event);
    const endings = cards.flatMap((event) =>
      event.type === "terminal-ended" ? [event.ending] : [],
    );
    expect(endings).toMatchObject([
      { kind: "exited", code: 0, cause: "exit" },
      { kind: "lost", cause: "disconnected" },
    ]);
    await later.prompt(sessionId, "go on");
    const results = model.asked[0]?.filter(({ role }) => role === "tool");
    expect(results).toMatchObject([
      { text: "finished" },
      { text: expect.stringContaining("Interrupted") },
    ]);
  });
});

describe("a session that cannot be kept", () => {
  it("goes on, and says so once (read-only or missing state directory)", async () => {
    const blocker = join(root, "file");
    writeFileSync(blocker, "");
    const archive = createFileArchive({ processes, directory: join(blocker, "sessions") });
    await using connected = await connectClient(createSubject({ archive }));
    const { sessionId } = await connected.newSession(root);
    await connected.prompt(sessionId, "echo one");
    expect(messagesOf(connected.updates)).toContain("not kept");
    connected.updates.length = 0;
    expect(await connected.prompt(sessionId, "echo two")).toEqual({ stopReason: "end_turn" });
    expect(messagesOf(connected.updates)).not.toContain("not kept");
  });

  it("goes on when the disk is full in the middle of it, and says so once", async () => {
    const memory = createMemoryArchive();
    let room = 4;
    const archive = {
      ...memory,
      async createLog(session: { sessionId: string; cwd: string }) {
        const log = await memory.createLog(session);
        return {
          ...log,
          append: (event: Parameters<typeof log.append>[0]) =>
            room-- > 0 ? log.append(event) : Promise.reject(new Error("ENOSPC: no space left")),
        };
      },
    };
    await using connected = await connectClient(createSubject({ archive }));
    const { sessionId } = await connected.newSession(root);
    await connected.prompt(sessionId, "echo one");
    await connected.prompt(sessionId, "echo two");
    expect(messagesOf(connected.updates).match(/ENOSPC/gu)?.length).toBe(1);
  });
});

describe("what happened between two turns", () => {
  it("is told before the next prompt, and kept with the conversation", async () => {
    const archive = createMemoryArchive();
    const listener = createListener();
    let changes = 0;
    const news: string[] = [];
    const harness = createSubject({
      archive,
      model: listener,
      tools: ({ notifyChange }) => {
        const { registry, ...tools } = createSessionTools({ cwd: root, notifyChange });
        return { ...tools, registry, takeNotices: () => news.splice(0) };
      },
    });
    const request = { sessionId: "sess_12345678", cwd: root, clientRunner: null };
    const session = await harness.createSession(request);
    session.onChange = () => void (changes += 1);
    const { bridge } = createSilentBridge();
    const { signal } = new AbortController();
    await session.prompt({ text: "first", signal, bridge });
    expect(changes).toBe(1);
    news.push("job_1 ended");
    await session.prompt({ text: "second", signal, bridge });
    expect(listener.asked[1]).toMatchObject([
      { role: "user", text: "first" },
      { role: "assistant" },
      { role: "notice", text: "job_1 ended" },
      { role: "user", text: "second" },
    ]);
    await session[Symbol.asyncDispose]();
    const again = await harness.store?.openSession(request);
    await again?.prompt({ text: "third", signal, bridge });
    expect(listener.asked[2]?.slice(0, 4)).toEqual(listener.asked[1]);
    await again?.[Symbol.asyncDispose]();
  });

  it("is not run as a command by the model of what a person types", async () => {
    const harness = createSubject({
      model: createShellModel(),
      tools: (session) => ({
        ...createSessionTools(session),
        takeNotices: () => [`touch ${root}/evil`],
      }),
    });
    await using connected = await connectClient(harness);
    const { sessionId } = await connected.newSession(root);
    await connected.prompt(sessionId, `touch ${root}/good`);
    expect(readdirSync(root)).toEqual(["good"]);
  });

  it("does not end a background job, only the session does (cases 38, 56)", async () => {
    const model: Model = {
      name: "background",
      async *respond({ messages }) {
        if (messages.at(-1)?.role !== "user" || messages.length > 1) return;
        const command = `echo $$ > ${root}/pid; exec sleep 600`;
        yield { type: "tool-call", name: "bash", input: { command, run_in_background: true } };
      },
    };
    const harness = createSubject({ model, tools: createSessionTools });
    let pid = 0;
    {
      await using connected = await connectClient(harness);
      const { sessionId } = await connected.newSession(root);
      await connected.prompt(sessionId, "start");
      await expect.poll(() => readdirSync(root)).toContain("pid");
      await expect.poll(() => readFileSync(join(root, "pid"), "utf8")).not.toBe("");
      pid = Number(readFileSync(join(root, "pid"), "utf8"));
      await connected.prompt(sessionId, "again");
      expect(isAlive(pid)).toBe(true);
    }
    expect(isAlive(pid)).toBe(false);
  });
});

function createSilentBridge() {
  const silent = async (): Promise<void> => undefined;
  return {
    bridge: {
      runTool: () => Promise.reject(new Error("nothing is run here")),
      replayTool: silent,
      showMessage: silent,
      showThought: silent,
      showUserMessage: silent,
      showUsage: silent,
    },
  };
}
