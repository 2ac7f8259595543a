import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readConfigFile } from "./read-config-file.ts";

function read(config: unknown, mode: number, platform: NodeJS.Platform = "linux") {
  const folder = mkdtempSync(join(tmpdir(), "termwire-config-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "config.json");
  writeFileSync(path, JSON.stringify(config), { mode });
  return readConfigFile(path, platform);
}

describe("the configuration file", () => {
  it("may list agents beside models, and neither is the other's business", async () => {
    const servers = { odd: { command: 5, from: "an editor" } };
    const found = await read({ model: "deepseek/x", agent_servers: servers }, 0o644);
    expect(found).toMatchObject({ config: { model: "deepseek/x" }, agentServers: servers });
    expect(found.problem).toBeNull();
  });

  it("has no list of agents when it says nothing of them", async () => {
    expect((await read({}, 0o644)).agentServers).toBeUndefined();
  });

  it.each([[], "text", null, { a: null }, { a: [] }, { a: { env: {} } }, { a: { env: null } }])(
    "may be read by others with agents that have no variables: %j",
    async (servers) => {
      const { agentServers } = await read({ agent_servers: servers }, 0o644);
      expect(agentServers).toEqual(servers);
    },
  );

  it("is refused with variables for an agent when others can read it, and its keys are not repeated", async () => {
    const config = { agent_servers: { a: { command: "x" }, b: { env: { KEY: "secret-1" } } } };
    const found = await read(config, 0o644);
    expect(found).toMatchObject({ config: null, agentServers: undefined });
    expect(found.problem).toMatch(/holds keys and others can use it \(mode 644\)/u);
    expect(found.problem).not.toContain("secret-1");
    expect((await read(config, 0o600)).problem).toBeNull();
    expect((await read(config, 0o644, "win32")).problem).toBeNull();
  });
});
