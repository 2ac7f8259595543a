import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HarnessOptions, McpPatience, Model, ModelTool } from "@termwire/agent";
import { createLocalRunner } from "@termwire/process";
import { isAlive } from "../is-alive.ts";
import { until } from "../model-server/ask-model.ts";
import { serveSession, type ServeSessionOptions } from "../serve-session.ts";
import { BROKEN_STATUS, startWebServer } from "./start-web-server.ts";

const SERVER = fileURLToPath(new URL("mcp-server.mjs", import.meta.url));
const SECRET = "Bearer secret-0123456789";

let cwd: string;

beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "termwire-mcp-")));
});

afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

/** A model that calls the tool its prompt names, `NAME JSON`, and says what came of it. */
function createCaller() {
  const offered: (readonly ModelTool[])[] = [];
  const heard: string[] = [];
  const model: Model = {
    name: "caller",
    async *respond({ messages, tools }) {
      offered.push(tools);
      const last = messages.at(-1);
      if (last?.role === "tool") heard.push(last.text);
      if (last?.role !== "user" || last.text === "hello") {
        yield { type: "text", text: "Done." };
        return;
      }
      const [name = "", input = "{}"] = last.text.split(/ (.*)/su);
      yield { type: "tool-call", name, input: JSON.parse(input) };
    },
  };
  return { model, offered, heard };
}

function createHost(patience: Partial<McpPatience> = {}): Partial<HarnessOptions> {
  const createRunner = () => createLocalRunner();
  return { mcp: { createRunner, hasPosixShell: process.platform !== "win32", patience } };
}

/** A server that is a program, as either version names it. */
function program(mode: string, ...more: readonly string[]) {
  const { execPath: command } = process;
  const env = [{ name: "FIXTURE_TOKEN", value: SECRET }];
  return { type: "stdio", name: "fixture", command, args: [SERVER, mode, ...more], env };
}

describe.each(["meta", "v2"] as const)("a session of a client that claims %s", (claim) => {
  const serve = (
    mcpServers: readonly object[],
    model: Model,
    more: ServeSessionOptions & { readonly patience?: Partial<McpPatience> } = {},
  ) => serveSession(claim, cwd, { model, mcpServers, harness: createHost(more.patience), ...more });

  it("has the tools of its servers, and gives back what they answer", async () => {
    const { model, offered, heard } = createCaller();
    await using session = await serve([program("serve")], model);
    await session.prompt('mcp__fixture__add {"a":2,"b":3}');
    expect(heard).toEqual(["5"]);
    expect(offered[0]?.find(({ name }) => name === "mcp__fixture__add")).toMatchObject({
      description: "Adds two numbers.",
      inputSchema: { type: "object", required: ["a", "b"] },
    });
    const shown = JSON.stringify(session.updates);
    expect(shown).toContain('"title":"fixture: add"');
    expect(shown).toContain('"rawInput":{"a":2,"b":3}');
  });

  it("asks before each call, and a refused one never reaches the server", async () => {
    const { model, heard } = createCaller();
    const file = join(cwd, "called");
    const asks = { permissionMode: "ask", answer: "reject_once" } as const;
    await using session = await serve([program("serve", file)], model, asks);
    await session.prompt("mcp__fixture__crash");
    expect(session.asked.length).toBe(1);
    expect(heard.at(-1)).toContain("the person does not allow it");
    expect(isAlive(Number(readFileSync(file, "utf8")))).toBe(true);
  });

  it("tells the model of a call the server refuses, and goes on", async () => {
    const { model, heard } = createCaller();
    await using session = await serve([program("serve")], model);
    await session.prompt('mcp__fixture__add {"a":"two"}');
    expect(heard.at(-1)).toMatch(/invalid/iu);
    await session.prompt('mcp__fixture__add {"a":1,"b":1}');
    expect(heard.at(-1)).toBe("2");
    expect(JSON.stringify(session.updates)).toContain('"status":"failed"');
  });

  it("reads a long answer whole, whatever is logged beside it, and gives the model a part", async () => {
    const { model, heard } = createCaller();
    await using session = await serve([program("serve")], model);
    await session.prompt("mcp__fixture__big");
    expect(heard.at(-1)).toContain("[… 934464 more characters left out]");
  });

  it("says how a server ended that ends in a call, and has it again in the next turn", async () => {
    const { model, heard } = createCaller();
    const file = join(cwd, "pids");
    await using session = await serve([program("serve", file)], model);
    await session.prompt("mcp__fixture__crash");
    expect(heard.at(-1)).toMatch(/MCP server "fixture" could not do it: .*exited with code 7/u);
    expect(heard.at(-1)).toContain("out of luck");
    expect(JSON.stringify(session.updates)).toContain(
      'The MCP server \\"fixture\\" cannot be used',
    );
    await session.prompt('mcp__fixture__add {"a":1,"b":2}');
    expect(heard.at(-1)).toBe("3");
    const [first, second] = readFileSync(file, "utf8").trim().split("\n").map(Number);
    expect([isAlive(first ?? 0), isAlive(second ?? 0)]).toEqual([false, true]);
  });

  it("is not started for ever when it ends in each turn", async () => {
    const { model, heard, offered } = createCaller();
    const file = join(cwd, "pids");
    await using session = await serve([program("serve", file)], model);
    for (let turn = 0; turn < 6; turn++) await session.prompt("mcp__fixture__crash");
    expect(heard.at(-1)).toContain('There is no tool "mcp__fixture__crash"');
    expect((await session.prompt("hello")).stopReason).toBe("end_turn");
    expect(offered.at(-1)?.some(({ name }) => name.startsWith("mcp__"))).toBe(false);
    expect(readFileSync(file, "utf8").trim().split("\n").length).toBe(4);
  });

  it.each([
    ["die", /it exited with code 3; it said: cannot open the database/u],
    ["garbage", /did not answer within 4000 ms; it said: <html>not a message<\/html>/u],
    ["silent", /did not answer within 4000 ms/u],
  ])("goes on without a server that does nothing but %s, and says why once", async (mode, why) => {
    const { model } = createCaller();
    const patience = { connectMs: 4000 };
    await using session = await serve([program(mode)], model, { patience });
    expect((await session.prompt("hello")).stopReason).toBe("end_turn");
    const shown = JSON.stringify(session.updates);
    expect(shown).toMatch(why);
    expect(shown).toContain("Done.");
    await session.prompt("hello");
    expect(JSON.stringify(session.updates).split("cannot be used").length).toBe(2);
  });

  it("goes on without a server that there is not", async () => {
    const { model } = createCaller();
    const server = { ...program("serve"), command: "/nowhere/to/be/found" };
    await using session = await serve([server], model);
    expect((await session.prompt("hello")).stopReason).toBe("end_turn");
    expect(JSON.stringify(session.updates)).toMatch(/cannot be used: .*(code 127|not found)/u);
  });

  it("does not wait for a call without end: it can be cancelled, and has its time", async () => {
    const { model, heard } = createCaller();
    await using session = await serve([program("serve")], model, { patience: { callMs: 2_000 } });
    await session.prompt("mcp__fixture__hang");
    expect(heard.at(-1)).toMatch(
      /MCP server "fixture" could not do it: .*did not answer within 2000 ms/u,
    );
    const turn = session.prompt("mcp__fixture__hang");
    await until("the call is shown", () => JSON.stringify(session.updates.at(-1)).includes("hang"));
    await session.cancel();
    expect((await turn).stopReason).toBe("cancelled");
    await session.prompt('mcp__fixture__add {"a":1,"b":2}');
    expect(heard.at(-1)).toBe("3");
  });

  it("does not hold up a turn that is cancelled while it waits for a server", async () => {
    const { model, heard } = createCaller();
    await using session = await serve([program("silent")], model);
    const turn = session.prompt('mcp__fixture__add {"a":1,"b":2}');
    await until("the turn has begun", () => session.updates.length > 0);
    await session.cancel();
    expect((await turn).stopReason).toBe("cancelled");
    expect(heard).toEqual([]);
  });

  it("has a tool that came later", async () => {
    const { model, heard } = createCaller();
    await using session = await serve([program("serve")], model);
    await session.prompt("mcp__fixture__grow");
    const endMs = Date.now() + 45_000;
    while (heard.at(-1) !== "new" && Date.now() < endMs) {
      await session.prompt("mcp__fixture__grown");
      await new Promise((resolve) => setTimeout(resolve, 20)); // what comes by pipes needs its turn, too
    }
    expect(heard.at(-1)).toBe("new");
  });

  it("ends its servers with it, and what those started", async () => {
    const { model, heard } = createCaller();
    const file = join(cwd, "pids");
    let pids: number[];
    {
      await using session = await serve([program("serve", file)], model);
      await session.prompt("mcp__fixture__child");
      pids = [Number(readFileSync(file, "utf8")), Number(heard.at(-1))];
      expect(pids.map(isAlive)).toEqual([true, true]);
    }
    expect(pids.map(isAlive)).toEqual([false, false]);
  });

  it("keeps keys from a server, and what it was given from the person's eyes", async () => {
    const { model, heard } = createCaller();
    process.env["FIXTURE_API_KEY"] = "sk-never-to-be-seen";
    try {
      await using session = await serve([program("serve")], model);
      await session.prompt("mcp__fixture__env");
    } finally {
      delete process.env["FIXTURE_API_KEY"];
    }
    const env: unknown = JSON.parse(heard.at(-1) ?? "{}");
    expect(env).toMatchObject({ FIXTURE_TOKEN: SECRET });
    expect(env).not.toHaveProperty("FIXTURE_API_KEY");
  });

  it("has the tools of a server by its address, with the headers it wants", async () => {
    await using server = await startWebServer();
    const { model, heard } = createCaller();
    const headers = [{ name: "authorization", value: SECRET }];
    const web = { type: "http", name: "web", url: server.httpUrl, headers };
    await using session = await serve([web], model);
    await session.prompt("mcp__web__hello");
    expect(heard).toEqual(["hello from the web"]);
    expect(new Set(server.seen)).toEqual(new Set([SECRET]));
  });

  it("goes on without a server by its address, says why in a few words and hides its headers", async () => {
    await using server = await startWebServer();
    const { model } = createCaller();
    const headers = [{ name: "authorization", value: SECRET }];
    const broken = { type: "http", name: "web", url: server.brokenUrl, headers };
    const nobody = { type: "http", name: "nobody", url: "http://127.0.0.1:9/mcp", headers };
    await using session = await serve([broken, nobody], model);
    expect((await session.prompt("hello")).stopReason).toBe("end_turn");
    const shown = JSON.stringify(session.updates);
    expect(shown).toContain(String(BROKEN_STATUS));
    expect(shown).toContain('The MCP server \\"nobody\\" cannot be used');
    expect(shown).not.toContain("secret-0123456789");
    expect(shown.length).toBeLessThan(6000);
  });

  it("starts nothing where a person types the commands", async () => {
    const file = join(cwd, "pids");
    const mcpServers = [program("serve", file)];
    await using session = await serveSession(claim, cwd, { mcpServers, harness: createHost() });
    await session.prompt("echo typed");
    expect(session.output()).toBe("typed\n");
    expect(existsSync(file)).toBe(false);
  });
});

describe("a session in version 1", () => {
  it("goes on without a server whose address is none", async () => {
    const { model } = createCaller();
    const web = { type: "http", name: "web", url: "not an address", headers: [] };
    const options = { model, mcpServers: [web], harness: createHost() };
    await using session = await serveSession("meta", cwd, options);
    expect((await session.prompt("hello")).stopReason).toBe("end_turn");
    expect(JSON.stringify(session.updates)).toContain("cannot be used: Invalid URL");
  });

  it("has the tools of a server that speaks in the old way", async () => {
    await using server = await startWebServer();
    const { model, heard } = createCaller();
    const web = { type: "sse", name: "web", url: server.sseUrl, headers: [] };
    const options = { model, mcpServers: [web], harness: createHost() };
    await using session = await serveSession("meta", cwd, options);
    await session.prompt("mcp__web__hello");
    expect(heard).toEqual(["hello from the web"]);
  });
});
