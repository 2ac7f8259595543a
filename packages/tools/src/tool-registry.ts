import type { Tool } from "./tool-definition.ts";
import { ToolError } from "./tool-error.ts";

/** The tools of an agent, by name. */
export interface ToolRegistry {
  /**
   * Adds a tool and returns its disposer, which takes it out again; twice is fine.
   *
   * @throws ToolError `duplicate-tool` when the name is taken.
   */
  register(tool: Tool): () => void;
  /** The tool of that name, if there is one. */
  get(name: string): Tool | undefined;
  /**
   * The tool of that name.
   *
   * @throws ToolError `unknown-tool` naming the tools there are.
   */
  resolve(name: string): Tool;
  /** All tools, in the order they were added. */
  list(): readonly Tool[];
}

/** Creates an empty registry. */
export function createToolRegistry(): ToolRegistry {
  const tools = new Map<string, Tool>();
  return {
    register(tool) {
      if (tools.has(tool.name)) {
        throw new ToolError("duplicate-tool", `tool "${tool.name}" is registered already`, {
          name: tool.name,
        });
      }
      tools.set(tool.name, tool);
      return () => {
        if (tools.get(tool.name) === tool) tools.delete(tool.name);
      };
    },
    get: (name) => tools.get(name),
    resolve(name) {
      const tool = tools.get(name);
      if (tool !== undefined) return tool;
      const known = [...tools.keys()];
      throw new ToolError(
        "unknown-tool",
        `no tool "${name}"; there is ${known.length === 0 ? "none" : known.join(", ")}`,
        { name, known },
      );
    },
    list: () => [...tools.values()],
  };
}
