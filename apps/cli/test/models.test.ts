import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { call, stream, text } from "../../../packages/agent/test/model-server/scripted-answer.ts";
import { startModelServer } from "../../../packages/agent/test/model-server/start-model-server.ts";
import { createModelEnvironment } from "./support/model-environment.ts";
import { runTermwire } from "./support/run-termwire.ts";
import { startAgent } from "./support/start-agent.ts";

const KEY = "sk-test-0123456789abcdef";

let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "termwire-config-"));
});

afterEach(() => rm(home, { recursive: true, force: true }));

const createEnv = (more: Record<string, string> = {}) => createModelEnvironment(home, more);

async function configure(config: unknown, mode = 0o600): Promise<string> {
  const path = join(home, "termwire", "config.json");
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof config === "string" ? config : JSON.stringify(config));
  await chmod(path, mode);
  return path;
}

async function readReport(env: Record<string, string>): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await runTermwire(["models", "--json"], { env });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout) as Record<string, unknown>; // printed by the program under test
}

describe("termwire models", () => {
  it("tells a person what is missing, and a script the same", async () => {
    const { status, stdout } = await runTermwire(["models"], { env: createEnv() });
    expect(status).toBe(0);
    expect(stdout).toContain("set DEEPSEEK_API_KEY");
    expect(await readReport(createEnv())).toMatchObject({
      configuration: { path: join(home, "termwire", "config.json"), exists: false, problem: null },
      chosen: { kind: "shell" },
      models: [],
    });
  });

  it("takes a key from the environment, and one from a file that its owner alone can use", async () => {
    await configure({ model: "mine/m", providers: { mine: { baseUrl: "http://x", apiKey: KEY } } });
    const report = await readReport(createEnv({ ANTHROPIC_API_KEY: KEY }));
    expect(report).toMatchObject({ chosen: { kind: "model", model: "mine/m" } });
    expect(JSON.stringify(report)).toContain("anthropic/claude");
    expect(JSON.stringify(report)).not.toContain(KEY);
  });

  it("refuses a file with keys that others can read, and says what to do", async () => {
    const providers = { mine: { baseUrl: "http://x", apiKey: KEY } };
    const path = await configure({ providers }, 0o644);
    const report = await readReport(createEnv({ DEEPSEEK_API_KEY: KEY }));
    const problem = `${path} holds keys and others can use it (mode 644): chmod 600 '${path}'`;
    expect(report).toMatchObject({
      configuration: { problem },
      chosen: { kind: "unusable", problem },
    });
  });

  it("takes a file without keys that others can read", async () => {
    const providers = { mine: { baseUrl: "http://x", models: [{ id: "m" }] } };
    await configure({ providers }, 0o644);
    expect(await readReport(createEnv())).toMatchObject({ chosen: { model: "mine/m" } });
  });

  it("names the line of a file that is no JSON, and repeats nothing of it", async () => {
    await configure(`{\n  "providers": { "a": { "apiKey": ${KEY} } }\n}`);
    const report = await readReport(createEnv());
    expect(JSON.stringify(report)).toContain("config.json");
    expect(JSON.stringify(report)).toContain("expected JSON");
    expect(JSON.stringify(report)).not.toContain(KEY);
  });

  it("says where a file is wrong", async () => {
    await configure({ providers: { a: { baseURL: "http://x" } } });
    const report = JSON.stringify(await readReport(createEnv()));
    expect(report).toContain("providers.a: expected only kind, baseUrl");
  });
});

describe("termwire agent", () => {
  it("with two lines of configuration is a coding agent that keeps its key to itself", async () => {
    await using server = await startModelServer(
      stream(
        text("Looking."),
        call("write", { path: "made.txt", content: "made\n" }),
        call("bash", { command: "env | grep -c -e sk-test -e _API_KEY; true" }),
      ),
      stream(call("grep", { pattern: "made" }), call("read", { path: "made.txt" })),
      stream(text("Done.")),
    );
    const env = createEnv({ DEEPSEEK_API_KEY: KEY, DEEPSEEK_BASE_URL: server.openAiUrl });
    const cwd = join(home, "project");
    await mkdir(cwd);
    await writeFile(join(cwd, "AGENTS.md"), "Speak like a pirate.");
    const agent = startAgent(undefined, { args: ["--mode", "full", "--no-sessions"], env });
    const { prompt } = await agent.open(cwd);
    expect(await prompt("make a file")).toEqual({ stopReason: "end_turn" });
    await agent.leave();

    const [first, second, third] = server.requests;
    expect(first?.headers["authorization"]).toBe(`Bearer ${KEY}`);
    expect(first?.body).toContain("Speak like a pirate.");
    expect(first?.body).toContain(cwd);
    expect(JSON.stringify(second?.json["messages"])).toContain("Created");
    expect(JSON.stringify(second?.json["messages"])).toContain('"content":"0"');
    expect(JSON.stringify(third?.json["messages"])).toContain("made.txt:1:made");
    for (const request of server.requests) expect(request.body).not.toContain(KEY);
    expect(JSON.stringify(agent.updates)).not.toContain(KEY);
    const kinds = agent.updates.map(({ kind }) => kind).filter((kind) => kind !== undefined);
    expect(new Set(kinds)).toEqual(new Set(["edit", "execute", "search", "read"]));
  });

  it("without a key runs what is typed, and says once how to use a model", async () => {
    const agent = startAgent(undefined, { args: ["--no-sessions"], env: createEnv() });
    const { prompt } = await agent.open();
    await prompt("echo one");
    await prompt("echo two");
    await agent.leave();
    const said = JSON.stringify(agent.updates);
    expect(said.split("termwire models").length).toBe(2);
  });

  it("never runs a prompt as a command when the model it is meant for cannot be used", async () => {
    const agent = startAgent(undefined, {
      args: ["--no-sessions"],
      env: createEnv({ TERMWIRE_MODEL: "deepseek/x" }),
    });
    const { prompt } = await agent.open();
    await expect(prompt("echo ran")).rejects.toThrow();
    await agent.leave();
    expect(JSON.stringify(agent.updates)).not.toContain("tool_call");
  });

  it("is what --model says, and termwire run always means a command", async () => {
    const env = createEnv({ DEEPSEEK_API_KEY: KEY, DEEPSEEK_BASE_URL: "http://127.0.0.1:9" });
    const agent = startAgent(undefined, { args: ["--model", "shell", "--no-sessions"], env });
    const { prompt } = await agent.open();
    expect(await prompt("true")).toEqual({ stopReason: "end_turn" });
    await agent.leave();
    const { status, stdout } = await runTermwire(["run", "echo ran"], { env });
    expect(status).toBe(0);
    expect(stdout).toContain("ran");
    expect(stdout).not.toContain("termwire models");
  });
});
