import { describe, expect, it } from "vitest";
import { parseMcpServers } from "./parse-mcp-servers.ts";

describe("the MCP servers of a session", () => {
  it("are programs, with or without saying so", () => {
    const program = {
      name: "files",
      command: "/bin/files",
      args: ["--root", "/p"],
      env: [{ name: "A", value: "1" }],
    };
    const read = {
      kind: "stdio",
      name: "files",
      command: "/bin/files",
      args: ["--root", "/p"],
      env: { A: "1" },
    };
    expect(parseMcpServers([program])).toEqual([read]);
    expect(parseMcpServers([{ type: "stdio", ...program }])).toEqual([read]);
    const bare = { type: "stdio", name: "b", command: "b" };
    expect(parseMcpServers([bare])).toEqual([
      { kind: "stdio", name: "b", command: "b", args: [], env: {} },
    ]);
  });

  it.each(["http", "sse"])("are addresses of the kind %s", (type) => {
    const headers = [{ name: "authorization", value: "Bearer x" }];
    expect(parseMcpServers([{ type, name: "far", url: "http://x/mcp", headers }])).toEqual([
      { kind: type, name: "far", url: "http://x/mcp", headers: { authorization: "Bearer x" } },
    ]);
  });

  it.each([
    [[{ type: "carrier-pigeon", name: "x" }], '"x": expected the type stdio, http or sse'],
    [[{ name: "x" }], '"x": command: expected a text'],
    [[{ type: "http", name: "x" }], '"x": url: expected a text'],
    [[{ command: "/x" }], "name: expected a text"],
    [[null], "name: expected a text"],
    [
      [
        { name: "x", command: "/a" },
        { name: "x", command: "/b" },
      ],
      '"x" is there twice',
    ],
  ])("of %j are refused in words", (servers, message) => {
    expect(() => parseMcpServers(servers)).toThrow(message);
  });
});
