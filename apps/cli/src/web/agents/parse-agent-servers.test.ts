import { describe, expect, it } from "vitest";
import { parseAgentServers } from "./parse-agent-servers.ts";

describe("the agents of a configuration", () => {
  it("are none when nothing is said of them", () => {
    expect(parseAgentServers(undefined)).toEqual({ servers: [], problems: [] });
  });

  it("are read as editors write them, what else they say left to them", () => {
    const { servers, problems } = parseAgentServers({
      "My Agent": { type: "custom", command: "npx", args: ["a", "--acp"], env: { A: "1" } },
      bare: { command: "/usr/bin/agent" },
    });
    expect(servers).toEqual([
      { name: "My Agent", command: "npx", args: ["a", "--acp"], env: { A: "1" } },
      { name: "bare", command: "/usr/bin/agent", args: [], env: {} },
    ]);
    expect(problems).toEqual([]);
  });

  it.each([
    ["a list", [], "agent_servers: expected an object"],
    ["a word for an agent", { x: "npx" }, "agent_servers.x: expected an object"],
    ["no command", { x: {} }, 'agent_servers.x.command: expected a program, such as "npx"'],
    [
      "an empty command",
      { x: { command: " " } },
      'agent_servers.x.command: expected a program, such as "npx"',
    ],
    [
      "arguments as text",
      { x: { command: "a", args: "b" } },
      "agent_servers.x.args: expected a list of strings",
    ],
    [
      "a number as argument",
      { x: { command: "a", args: [1] } },
      "agent_servers.x.args: expected a list of strings",
    ],
    [
      "variables as a list",
      { x: { command: "a", env: [] } },
      "agent_servers.x.env: expected an object of strings",
    ],
    [
      "a number as variable",
      { x: { command: "a", env: { K: 1 } } },
      "agent_servers.x.env: expected an object of strings",
    ],
  ])("are told with %s", (_, value, problem) => {
    expect(parseAgentServers(value)).toEqual({ servers: [], problems: [problem] });
  });

  it("are the others when one is wrong, and its secrets are not repeated", () => {
    const { servers, problems } = parseAgentServers({
      bad: { command: "a", env: { KEY: "secret-1", N: 1 } },
      good: { command: "b" },
    });
    expect(servers.map(({ name }) => name)).toEqual(["good"]);
    expect(problems.join()).not.toContain("secret");
  });
});
