import { describe, expect, it } from "vitest";
import { toV1Commands, toV2Commands } from "./commands.ts";
import { toV1McpServers, toV2McpServers } from "./mcp-servers.ts";
import { toV1Question, toV2Question } from "./permissions.ts";

describe("commands", () => {
  it("come back as they were", () => {
    const commands = [
      { name: "jobs", description: "Lists." },
      { name: "kill", description: "Ends.", input: { hint: "JOB" } },
    ];
    expect(toV2Commands(commands)).toEqual([
      { type: "command", name: "jobs", description: "Lists." },
      { type: "command", name: "kill", description: "Ends.", input: { type: "text", hint: "JOB" } },
    ]);
    expect(toV1Commands(toV2Commands(commands))).toEqual(commands);
    expect(toV1Commands([{ type: "_mine", name: "x" }])).toEqual([]);
  });
});

describe("MCP servers", () => {
  it("come back as they were", () => {
    const servers = [
      { name: "a", command: "/bin/a", args: [], env: [] },
      { type: "http", name: "b", url: "http://b", headers: [] },
    ];
    expect(toV2McpServers(servers)[0]).toMatchObject({ type: "stdio", command: "/bin/a" });
    expect(toV1McpServers(toV2McpServers(servers))).toEqual(servers);
  });

  it("have in version 1 what they may leave out in version 2", () => {
    const servers = [
      { type: "stdio", name: "a", command: "/bin/a" },
      { type: "http", name: "b", url: "http://b" },
    ];
    expect(toV1McpServers(servers)).toEqual([
      { name: "a", command: "/bin/a", args: [], env: [] },
      { type: "http", name: "b", url: "http://b", headers: [] },
    ]);
  });
});

describe("questions", () => {
  const command = { command: "rm x", cwd: "/p" };

  it("about a command are that in both versions", () => {
    const toolCall = { toolCallId: "c", title: "rm x", kind: "execute", rawInput: command };
    const asked = toV2Question({ sessionId: "s", toolCall, options: [] });
    expect(asked).toEqual({
      sessionId: "s",
      title: "rm x",
      subject: { type: "command", ...command, toolCallId: "c" },
      options: [],
    });
    expect(toV1Question(asked, () => "new")).toMatchObject({ sessionId: "s", toolCall });
  });

  it("about a call keep it, with what version 2 has more of", () => {
    const toolCall = { toolCallId: "c", title: "Edit", kind: "edit" };
    const asked = toV2Question({ toolCall });
    expect(asked).toEqual({ title: "Edit", subject: { type: "tool_call", toolCall } });
    expect(toV1Question(asked, () => "new")).toEqual({ toolCall });
  });

  it("about a relative directory, or nothing that version 1 knows, are about a call", () => {
    const rawInput = { command: "ls", cwd: "sub" };
    const toolCall = { toolCallId: "c", kind: "execute", rawInput };
    expect(toV2Question({ toolCall })).toMatchObject({ subject: { type: "tool_call" } });
    const asked = toV1Question({ title: "Go on?", description: "It may take long." }, () => "new");
    expect(asked).toMatchObject({ toolCall: { toolCallId: "new", title: "Go on?" } });
    expect(JSON.stringify(asked)).toContain("It may take long.");
  });
});
