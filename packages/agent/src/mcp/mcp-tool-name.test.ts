import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMcpToolName, toMcpToolName } from "./mcp-tool-name.ts";

describe("the name of a server's tool", () => {
  it("has the names of both, as far as providers take them", () => {
    expect(toMcpToolName({ server: "files", tool: "read_file" })).toBe("mcp__files__read_file");
    expect(toMcpToolName({ server: "My files!", tool: "a/b__c" })).toBe("mcp__My_files__a_b_c");
    expect(toMcpToolName({ server: "Ω", tool: "" })).toBe("mcp__unnamed__unnamed");
  });

  it("is one no other tool has", () => {
    const taken = new Set<string>();
    for (const tool of ["a b", "a_b", "a!b"]) {
      const name = toMcpToolName({ server: "s", tool }, taken);
      expect(taken.has(name)).toBe(false);
      taken.add(name);
    }
    expect([...taken]).toEqual(["mcp__s__a_b", "mcp__s__a_b_2", "mcp__s__a_b_3"]);
    const long = { server: "s".repeat(80), tool: "t" };
    const first = toMcpToolName(long);
    expect(toMcpToolName(long, new Set([first]))).not.toBe(first);
  });

  it("is taken by every provider, whatever a server calls itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (server, tool) => {
        const name = toMcpToolName({ server, tool });
        expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/u);
        expect(parseMcpToolName(name)?.server).not.toBe("");
      }),
    );
  });

  it("says both again, and other tools have none", () => {
    expect(parseMcpToolName("mcp__files__read_file")).toEqual({
      server: "files",
      tool: "read_file",
    });
    for (const other of ["bash", "mcp__", "mcp____x", "mcp__x"]) {
      expect(parseMcpToolName(other)).toBe(null);
    }
  });
});
