import { describe, expect, it } from "vitest";
import type { Tool } from "./tool-definition.ts";
import { createToolRegistry } from "./tool-registry.ts";

const createTool = (name: string): Tool => ({
  name,
  description: name,
  inputSchema: {},
  prepare: () => {
    throw new Error("not called here");
  },
});

describe("a tool registry", () => {
  it("lists its tools in the order they came and finds each by name", () => {
    const registry = createToolRegistry();
    const [second, first] = [createTool("b"), createTool("a")];
    registry.register(second);
    registry.register(first);
    expect(registry.list()).toEqual([second, first]);
    expect(registry.get("a")).toBe(first);
    expect(registry.get("c")).toBeUndefined();
  });

  it("refuses a second tool of the same name", () => {
    const registry = createToolRegistry();
    registry.register(createTool("a"));
    expect(() => registry.register(createTool("a"))).toThrow(
      expect.objectContaining({ code: "duplicate-tool", facts: { name: "a" } }),
    );
  });

  it("gives back the place of a tool that was taken out", () => {
    const registry = createToolRegistry();
    const remove = registry.register(createTool("a"));
    remove();
    expect(registry.list()).toEqual([]);
    const next = createTool("a");
    registry.register(next);
    remove();
    expect(registry.get("a")).toBe(next);
  });

  it("names the tools there are when asked for one there is not", () => {
    const registry = createToolRegistry();
    expect(() => registry.resolve("x")).toThrow('no tool "x"; there is none');
    registry.register(createTool("a"));
    registry.register(createTool("b"));
    expect(registry.resolve("a").name).toBe("a");
    expect(() => registry.resolve("x")).toThrow(
      expect.objectContaining({ code: "unknown-tool", message: 'no tool "x"; there is a, b' }),
    );
  });

  it("gives lists that later changes leave alone", () => {
    const registry = createToolRegistry();
    const before = registry.list();
    registry.register(createTool("a"));
    expect(before).toEqual([]);
  });
});
