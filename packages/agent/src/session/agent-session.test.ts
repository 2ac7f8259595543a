import { describe, expect, it } from "vitest";
import type { HarnessSession, ToolCallBridge } from "@termwire/acp/agent";
import type { CommandRunner } from "@termwire/terminal";
import { createToolRegistry } from "@termwire/tools";
import { createHarness, type HarnessOptions } from "../create-harness.ts";
import type { Model, ModelMessage } from "../model.ts";
import type { SandboxSource } from "../sandbox/sandbox-switch.ts";
import { createMemoryArchive } from "./create-memory-archive.ts";

/** A runner no test here reaches. */
const noRunner: CommandRunner = {
  resolve: () => {
    throw new Error("nothing is run here");
  },
  start: () => Promise.reject(new Error("nothing is run here")),
};

function createBridge() {
  const said: string[] = [];
  const bridge: ToolCallBridge = {
    runTool: () => Promise.reject(new Error("nothing is run here")),
    replayTool: async () => undefined,
    showMessage: async (text) => void said.push(text),
    showThought: async (text) => void said.push(`(${text})`),
    showUserMessage: async (text, messageId, images = []) =>
      void said.push(
        `> ${text} ${messageId ?? "-"}${images.map((each) => ` [${each.mimeType}]`).join("")}`,
      ),
    showUsage: async ({ usedTokens, windowTokens }) =>
      void said.push(`${usedTokens}/${windowTokens}`),
  };
  return { bridge, said };
}

/** Says its name and how many messages it was given. */
function createEcho(): Model & { readonly asked: (readonly ModelMessage[])[] } {
  const asked: (readonly ModelMessage[])[] = [];
  return {
    name: "echo",
    asked,
    async *respond({ messages }) {
      asked.push([...messages]);
      yield { type: "text", text: `heard ${messages.length}` };
    },
  };
}

function createHarnessOf(more: Partial<HarnessOptions>) {
  const harness = createHarness({
    info: { name: "test", title: "Test", version: "0" },
    model: createEcho(),
    tools: createToolRegistry(),
    runner: noRunner,
    checkDirectory: async () => undefined,
    ...more,
  });
  return { harness };
}

function open(more: Partial<HarnessOptions> = {}) {
  const { harness } = createHarnessOf(more);
  const request = { sessionId: "sess_12345678", cwd: "/p", clientRunner: null };
  return { harness, request, session: harness.createSession(request) };
}

const { signal } = new AbortController();

async function say(session: HarnessSession, text: string, messageId?: string): Promise<string[]> {
  const { bridge, said } = createBridge();
  await session.prompt({ text, signal, bridge, ...(messageId !== undefined && { messageId }) });
  return said;
}

describe("a session", () => {
  it("is one conversation", async () => {
    const session = await open().session;
    expect(await say(session, "one")).toEqual(["heard 1"]);
    expect(await say(session, "two")).toEqual(["heard 3"]);
  });

  it("gets its title from its first prompt, and tells the client once", async () => {
    const session = await open().session;
    let changes = 0;
    session.onChange = () => void (changes += 1);
    expect(session.title).toBeNull();
    await say(session, " \n ");
    expect(session.title).toBeNull();
    await say(session, "fix it\nplease");
    await say(session, "and more");
    expect([session.title, changes]).toEqual(["fix it", 1]);
  });

  it("shows itself again by its words and their ids, a new one nothing", async () => {
    const session = await open().session;
    const before = createBridge();
    await session.replay(before.bridge);
    expect(before.said).toEqual([]);
    await say(session, "one", "m1");
    const after = createBridge();
    await session.replay(after.bridge);
    expect(after.said).toEqual(["> one m1", "heard 1"]);
  });

  it("refuses a setting and a choice there is not, naming those there are", async () => {
    const session = await open().session;
    const invalid = { code: "invalid-params" };
    await expect(session.changeSetting("colour", "red")).rejects.toMatchObject({
      ...invalid,
      message: expect.stringContaining("mode"),
    });
    await expect(session.changeSetting("mode", "yolo")).rejects.toMatchObject({
      ...invalid,
      message: expect.stringMatching(/ask.*auto.*full/u),
    });
    expect(session.settings[0]?.current).toBe("ask");
  });

  it("is in the mode that was chosen last", async () => {
    const session = await open({ permissionMode: "full" }).session;
    expect(session.settings[0]?.current).toBe("full");
    await session.changeSetting("mode", "auto");
    expect(session.settings[0]?.current).toBe("auto");
  });

  it("takes the next prompt after its model failed (case 54)", async () => {
    let fails = true;
    const model: Model = {
      name: "flaky",
      async *respond() {
        if (fails) throw new Error("no connection");
        yield { type: "text", text: "back" };
      },
    };
    const session = await open({ model }).session;
    await expect(say(session, "one")).rejects.toThrow("no connection");
    fails = false;
    expect(await say(session, "two")).toEqual(["back"]);
  });

  it("ends its turn when it is disposed of, and resolves after it", async () => {
    let ended = false;
    const model: Model = {
      name: "patient",
      async *respond({ signal: stop }) {
        yield { type: "text", text: "thinking" };
        await new Promise((resolve) => stop.addEventListener("abort", resolve, { once: true }));
        ended = true;
      },
    };
    const session = await open({ model }).session;
    const { bridge, said } = createBridge();
    const turn = session.prompt({ text: "one", signal, bridge });
    await expect.poll(() => said).toEqual(["thinking"]);
    await session[Symbol.asyncDispose]();
    expect(ended).toBe(true);
    expect(await turn).toBe("cancelled");
  });

  it("is opened again with what it had, once it was closed", async () => {
    const model = createEcho();
    const { harness, request, session } = open({ model, archive: createMemoryArchive() });
    await say(await session, "one");
    await expect(harness.store?.openSession(request)).rejects.toMatchObject({
      code: "session-busy",
    });
    await (await session)[Symbol.asyncDispose]();
    const again = await harness.store?.openSession(request);
    expect(again?.title).toBe("one");
    if (again !== undefined) await say(again, "two");
    expect(model.asked[1]?.slice(0, 2)).toEqual([
      { role: "user", text: "one" },
      { role: "assistant", text: "heard 1", calls: [] },
    ]);
  });
});

describe("a harness", () => {
  it("without an archive opens no earlier sessions, and does not say it could", () => {
    expect(open().harness.store).toBeUndefined();
    expect(open({ archive: null }).harness.store).toBeUndefined();
  });

  it("checks the directory before anything is kept, unless it is the client's", async () => {
    const archive = createMemoryArchive();
    const checkDirectory = () => Promise.reject(new Error("no such directory: /p"));
    const { harness, request, session } = open({ archive, checkDirectory });
    await expect(session).rejects.toThrow("/p");
    await expect(archive.openLog(request.sessionId)).rejects.toMatchObject({
      code: "unknown-session",
    });
    await harness.createSession({ ...request, clientRunner: noRunner });
  });

  it("has no sandbox for what the client runs", async () => {
    const asked: string[] = [];
    const { harness, request, session } = open({
      async createSandboxedRunner(cwd) {
        asked.push(cwd);
        return noRunner;
      },
    });
    await session;
    await harness.createSession({ ...request, clientRunner: noRunner });
    expect(asked).toEqual(["/p"]);
  });

  it("makes the runner for the session's directory", async () => {
    const made: string[] = [];
    await open({
      runner(cwd) {
        made.push(cwd);
        return noRunner;
      },
    }).session;
    expect(made).toEqual(["/p"]);
  });
});

describe("a prompt of a session that is for the session itself", () => {
  const exported: string[] = [];
  const createExportTarget: HarnessOptions["createExportTarget"] = () => ({
    async write(text, path) {
      exported.push(text);
      return path ?? "/p/session.md";
    },
  });

  it("is answered by it, and no model is told, not even later", async () => {
    const model = createEcho();
    const session = await open({ model, createExportTarget }).session;
    await say(session, "one");
    expect(await say(session, "/export there.md")).toEqual(["Written to there.md."]);
    expect(exported.at(-1)).toContain("> one");
    expect(await say(session, "two")).toEqual(["heard 3"]);
    expect(JSON.stringify(model.asked)).not.toContain("export");
  });

  it("gives the session no title, and is shown again with its answer", async () => {
    const session = await open({ createExportTarget }).session;
    await say(session, "/export", "m1");
    expect(session.title).toBe(null);
    const { bridge, said } = createBridge();
    await session.replay(bridge);
    expect(said).toEqual(["> /export m1", "Written to /p/session.md."]);
  });

  it("is for the model where the session has no such command, and with images", async () => {
    const model = { ...createEcho(), acceptsImages: true };
    const session = await open({ model, createExportTarget }).session;
    expect(await say(session, "/jobs")).toEqual(["heard 1"]);
    const { bridge, said } = createBridge();
    const images = [{ mimeType: "image/png", data: "aGk=" }];
    await session.prompt({ text: "/export", images, signal, bridge });
    expect(said).toEqual(["heard 3"]);
  });

  it("is offered as far as the session can do something with it", async () => {
    const named = async (more: Partial<HarnessOptions>) =>
      (await open(more).session).commands?.map(({ name }) => name);
    expect(await named({})).toEqual([]);
    expect(await named({ createExportTarget })).toEqual(["export"]);
  });
});

describe("images in a prompt", () => {
  const images = [{ mimeType: "image/png", data: "aGk=" }];

  it("reach a model that reads them, and are kept for the next prompts", async () => {
    const model = { ...createEcho(), acceptsImages: true };
    const session = await open({ model }).session;
    const { bridge } = createBridge();
    await session.prompt({ text: "look", images, signal, bridge });
    await say(session, "again");
    expect(model.asked[1]?.[0]).toEqual({ role: "user", text: "look", images });
  });

  it("are shown again with what was said to them, and without a word are a title", async () => {
    const model = { ...createEcho(), acceptsImages: true };
    const session = await open({ model }).session;
    const { bridge } = createBridge();
    await session.prompt({ text: "", images, signal, bridge, messageId: "m1" });
    expect(session.title).toBe("Image");
    const again = createBridge();
    await session.replay(again.bridge);
    expect(again.said).toEqual([">  m1 [image/png]", "heard 1"]);
  });

  it("are refused by the name of a model that does not, before anything of them is kept", async () => {
    const model = createEcho();
    const session = await open({ model }).session;
    const { bridge } = createBridge();
    const prompting = session.prompt({ text: "look", images, signal, bridge });
    await expect(prompting).rejects.toMatchObject({
      code: "invalid-params",
      message: "The model echo reads no images; leave them out.",
    });
    expect(await say(session, "hello")).toEqual(["heard 1"]);
  });
});

describe("the sandbox of a session that is opened again", () => {
  function createSandboxes(initial: SandboxSource["initial"]): SandboxSource {
    return { initial, createRunner: () => noRunner, findProblem: async () => null };
  }

  async function reopen(chosen: string, initial: SandboxSource["initial"]): Promise<string[]> {
    const archive = createMemoryArchive();
    const first = open({ archive, sandboxes: createSandboxes("off") });
    const session = await first.session;
    await say(session, "hello");
    await say(session, "/sandbox workspace");
    await say(session, `/sandbox ${chosen}`);
    await session[Symbol.asyncDispose]();
    const { harness } = createHarnessOf({ archive, sandboxes: createSandboxes(initial) });
    const again = await harness.store?.openSession(first.request);
    return again === undefined ? [] : say(again, "/sandbox");
  }

  it("is the one that was chosen last", async () => {
    expect((await reopen("read-only", "off"))[0]).toContain("can write nothing");
    expect((await reopen("off", "off"))[0]).toContain("without a sandbox");
  });

  it("is never less than all sessions have by now", async () => {
    expect((await reopen("off", "read-only"))[0]).toContain("can write nothing");
    expect((await reopen("off", "workspace-write"))[0]).toContain("session's directory only");
    expect((await reopen("read-only", "workspace-write"))[0]).toContain("can write nothing");
  });
});
