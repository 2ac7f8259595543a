import { mkdtempSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createModelEnvironment } from "../apps/cli/test/support/model-environment.ts";
import { runTermwire } from "../apps/cli/test/support/run-termwire.ts";
import { startAgent } from "../apps/cli/test/support/start-agent.ts";
import { stream, text } from "../packages/agent/test/model-server/scripted-answer.ts";
import { startModelServer } from "../packages/agent/test/model-server/start-model-server.ts";

const ROOT = join(import.meta.dirname, "..");
const KEY = "sk-of-the-readme-0123456789";

let home: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "termwire-readme-")));
});

afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

/** What a README has under "Use it with a model". */
function readSection(path: string): string {
  const readme = readFileSync(join(ROOT, path), "utf8");
  const [, section = ""] = readme.split("## Use it with a model\n");
  return section.split("\n## ")[0] ?? "";
}

/** The variables that its blocks of shell set, block by block; `…` stands for the person's key. */
function readExports(section: string): Record<string, string>[] {
  return [...section.matchAll(/```sh\n(.*?)```/gsu)].map(([, block = ""]) => {
    const lines = [...block.matchAll(/^export (\w+)=(\S+)/gmu)];
    return Object.fromEntries(
      lines.map(([, name = "", value = ""]) => [name, value === "…" ? KEY : value]),
    );
  });
}

describe.each(["README.md", "packages/agent/README.md"])("the lines of %s", (path) => {
  it("make termwire agent a model's agent", async () => {
    await using server = await startModelServer(stream(text("Hello from a model.")));
    const [lines = {}] = readExports(readSection(path));
    expect(Object.keys(lines)).toEqual(["DEEPSEEK_API_KEY", "TERMWIRE_MODEL"]);
    // The one thing a README cannot say: that the provider is on this machine.
    const env = createModelEnvironment(home, { ...lines, DEEPSEEK_BASE_URL: server.openAiUrl });
    const agent = startAgent(undefined, { args: ["--no-sessions"], env });
    const { prompt } = await agent.open(home);
    expect(await prompt("hello")).toEqual({ stopReason: "end_turn" });
    await agent.leave();
    expect(JSON.stringify(agent.updates)).toContain('" a model."');
    const [request] = server.requests;
    expect(request?.headers["authorization"]).toBe(`Bearer ${KEY}`);
    expect(`deepseek/${String(request?.json["model"])}`).toBe(lines["TERMWIRE_MODEL"]);
  });
});

describe("the agent's README", () => {
  it("has lines for any endpoint, and a file that says as much", async () => {
    const section = readSection("packages/agent/README.md");
    const [, custom = {}] = readExports(section);
    const byLines = await readModels(custom);
    expect(byLines).toMatchObject({ chosen: { kind: "model", model: custom["TERMWIRE_MODEL"] } });

    const [, config = ""] = /```json\n(.*?)```/su.exec(section) ?? [];
    mkdirSync(join(home, "termwire"));
    writeFileSync(join(home, "termwire", "config.json"), config, { mode: 0o600 });
    const byFile = await readModels({});
    expect(byFile).toMatchObject({
      configuration: { problem: null },
      chosen: { kind: "model", model: (JSON.parse(config) as { model: string }).model }, // of the README
    });
  });
});

async function readModels(lines: Readonly<Record<string, string>>): Promise<unknown> {
  const env = createModelEnvironment(home, lines);
  const { stdout } = await runTermwire(["models", "--json"], { env });
  return JSON.parse(stdout);
}
