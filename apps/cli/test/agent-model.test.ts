import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { probeSandbox } from "@termwire/process";
import { call, stream, text } from "../../../packages/agent/test/model-server/scripted-answer.ts";
import {
  startModelServer,
  type ModelServer,
} from "../../../packages/agent/test/model-server/start-model-server.ts";
import { createModelEnvironment } from "./support/model-environment.ts";
import { until } from "./support/processes.ts";
import { startAgent } from "./support/start-agent.ts";

const KEY = "sk-test-0123456789abcdef";

/** The least an MCP server can be; it needs nothing outside of the session's directory. */
const MCP_SERVER = `
  import { writeFileSync } from "node:fs";
  import { createInterface } from "node:readline";
  const results = {
    initialize: () => ({ protocolVersion: "2025-03-26", capabilities: { tools: {} }, serverInfo: { name: "f", version: "1" } }),
    "tools/list": () => ({ tools: [{ name: "write", inputSchema: { type: "object" } }] }),
    "tools/call": () => {
      try { writeFileSync("made-by-server", ""); } catch (error) { return { content: [{ type: "text", text: error.code }] }; }
      return { content: [{ type: "text", text: "written, " + Object.keys(process.env) }] };
    },
  };
  createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: results[method]() }));
  });
`;

let home: string;
let cwd: string;

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), "termwire-model-")));
  cwd = join(home, "project");
  await mkdir(cwd);
});

afterEach(() => rm(home, { recursive: true, force: true }));

/** The agent with DeepSeek behind this server; all of it is allowed. */
function start(
  server: Pick<ModelServer, "openAiUrl">,
  more: { readonly args?: readonly string[]; readonly buffers?: Map<string, string> } = {},
) {
  const { args = [], buffers } = more;
  const env = createModelEnvironment(home, {
    DEEPSEEK_API_KEY: KEY,
    DEEPSEEK_BASE_URL: server.openAiUrl,
  });
  return startAgent(undefined, {
    args: ["--mode", "full", ...args],
    env,
    ...(buffers !== undefined && { buffers }),
  });
}

type Agent = ReturnType<typeof startAgent>;

/** What the agent has said. */
function readWords({ updates }: Agent): string {
  return updates
    .map(({ sessionUpdate, content }) =>
      sessionUpdate === "agent_message_chunk" ? (content as { text: string }).text : "",
    )
    .join("");
}

describe("termwire agent with a model", () => {
  it("reads and changes what is in the client's editor, saved or not", async () => {
    const file = join(cwd, "a.txt");
    await writeFile(file, "saved\n");
    const buffers = new Map([[file, "not saved yet\n"]]);
    await using server = await startModelServer(
      stream(call("read", { path: "a.txt" })),
      stream(call("edit", { path: "a.txt", oldText: "not saved", newText: "changed" })),
      stream(text("Done.")),
    );
    const agent = start(server, { buffers });
    const { prompt } = await agent.open(cwd);
    await prompt("change it");
    await agent.leave();
    expect(server.requests[1]?.body).toContain("not saved yet");
    expect(buffers.get(file)).toBe("changed yet\n");
    expect(await readFile(file, "utf8")).toBe("saved\n");
  });

  it("shows its plan, how full its context is, and what was found where", async () => {
    await writeFile(join(cwd, "a.txt"), "one\nneedle\n");
    const steps = [{ text: "Look", state: "in_progress" }];
    await using server = await startModelServer(
      stream(call("update_plan", { steps }), call("grep", { pattern: "needle" })),
      stream(text("Done.")),
    );
    const agent = start(server);
    const { prompt } = await agent.open(cwd);
    await prompt("find it");
    await agent.leave();
    const kinds = new Map(agent.updates.map((update) => [update["sessionUpdate"], update]));
    expect(kinds.get("plan")).toMatchObject({
      entries: [{ content: "Look", status: "in_progress", priority: "medium" }],
    });
    expect(kinds.get("usage_update")).toMatchObject({ used: 120, size: 128_000 });
    expect(kinds.get("session_info_update")).toMatchObject({ title: "find it" });
    const found = agent.updates.find(({ locations }) => locations !== undefined);
    expect(found).toMatchObject({ locations: [{ path: join(cwd, "a.txt"), line: 2 }] });
  });

  it("takes images where one of its models does, and says so before", async () => {
    await using server = await startModelServer(stream(text("A cat.")));
    const deepseek = start(server);
    const { introduction } = await deepseek.open(cwd);
    expect(introduction.agentCapabilities?.promptCapabilities?.image ?? false).toBe(false);
    await deepseek.leave();

    const models = [{ id: "eyes", images: true }, { id: "blind" }];
    const providers = { local: { baseUrl: server.openAiUrl, models } };
    const config = join(home, "termwire", "config.json");
    await mkdir(join(home, "termwire"), { recursive: true });
    await writeFile(config, JSON.stringify({ model: "local/eyes", providers }));
    await chmod(config, 0o600);
    const agent = startAgent(undefined, { args: [], env: createModelEnvironment(home) });
    const { sessionId, prompt, introduction: told } = await agent.open(cwd);
    expect(told.agentCapabilities?.promptCapabilities).toMatchObject({ image: true });
    const image = { type: "image", mimeType: "image/png", data: "aGVsbG8h" } as const;
    const show = () =>
      agent.connection.agent.request("session/prompt", { sessionId, prompt: [image] });
    await show();
    expect(server.requests[0]?.body).toContain("aGVsbG8h");
    await prompt("/model local/blind");
    await expect(show()).rejects.toThrow(/local\/blind reads no images.*local\/eyes/u);
    await agent.leave();
  });

  it.each([
    { sandbox: "off", result: "written" },
    { sandbox: "read-only", result: "EROFS" },
  ])(
    "uses the servers the client names, in the sandbox $sandbox as everything else",
    async ({ sandbox, result }) => {
      const probe = await probeSandbox();
      await using server = await startModelServer(
        stream(call("mcp__fixture__write", {})),
        stream(text("Done.")),
      );
      const agent = start(server, { args: ["--sandbox", sandbox] });
      await writeFile(join(cwd, "server.mjs"), MCP_SERVER);
      const args = [join(cwd, "server.mjs")];
      const fixture = { name: "fixture", command: process.execPath, args, env: [] };
      const { prompt, introduction } = await agent.open(cwd, [fixture]);
      expect(introduction.agentCapabilities?.mcpCapabilities).toEqual({ http: true, sse: true });
      await prompt("write");
      await agent.leave();
      const sent = JSON.stringify(server.requests[1]?.json["messages"]);
      // Where there is no sandbox, nothing is run in place of one.
      const isHeld = sandbox === "off" || probe.available;
      expect(sent).toContain(isHeld ? result : "There is no tool");
      expect(sent).not.toContain("DEEPSEEK_API_KEY");
    },
  );
});

describe("a prompt for termwire agent itself", () => {
  it("is offered, answered and kept; the session can be written to a file of its owner", async () => {
    await using server = await startModelServer(stream(text("Hello.")));
    const agent = start(server);
    const { prompt } = await agent.open(cwd);
    await until("the commands are told", () =>
      agent.updates.some(({ sessionUpdate }) => sessionUpdate === "available_commands_update"),
    );
    expect(JSON.stringify(agent.updates)).toContain('"name":"export"');
    await prompt("say hello");
    await prompt("/jobs");
    await prompt("/model");
    await prompt("/export");
    await prompt("/export talk.md");
    await prompt("/export talk.md");
    await agent.leave();
    const words = readWords(agent);
    expect(words).toContain("No background jobs.");
    expect(words).toContain("The model is deepseek/deepseek-v4-pro.");
    expect(words).toContain(`Nothing was written. ${join(cwd, "talk.md")} is there already.`);
    const files = await readdir(cwd);
    expect(files.length).toBe(2);
    const talk = await readFile(join(cwd, "talk.md"), "utf8");
    expect(talk).toContain("# say hello\n\n## Prompt\n\n> say hello\n\nHello.");
    expect((await stat(join(cwd, "talk.md"))).mode & 0o777).toBe(0o600);
    expect(server.requests.length).toBe(1);
  });

  it("is a command line where there is no such command, without a key, too", async () => {
    const env = createModelEnvironment(home);
    const agent = startAgent(undefined, { args: ["--no-sessions"], env });
    const { prompt } = await agent.open(cwd);
    await prompt("/usr/bin/env printf env-ran > ran.txt");
    await prompt("/export it.md");
    await agent.leave();
    expect(await readFile(join(cwd, "ran.txt"), "utf8")).toBe("env-ran");
    expect(await readFile(join(cwd, "it.md"), "utf8")).toContain("/usr/bin/env printf env-ran");
  });
});
