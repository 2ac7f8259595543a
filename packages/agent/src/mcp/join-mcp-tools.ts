import type { ToolLookup } from "../session/session-tools.ts";
import { createAbsentMcpTool } from "./create-mcp-tool.ts";
import { parseMcpToolName } from "./mcp-tool-name.ts";
import type { SessionMcp } from "./session-mcp.ts";

/** The tools of a registry, and those of a session's servers as they are at each moment. */
export function joinMcpTools(
  registry: ToolLookup,
  mcp: Pick<SessionMcp, "list"> | null,
): ToolLookup {
  if (mcp === null) return registry;
  const listMcp = () => mcp.list().filter(({ name }) => registry.get(name) === undefined);
  return {
    list: () => [...registry.list(), ...listMcp()],
    get: (name) => registry.get(name) ?? listMcp().find((each) => each.name === name),
  };
}

/** The same for what has happened: what the tool of a server did is shown whether the server is there or not. */
export function withAbsentMcpTools(tools: ToolLookup): ToolLookup {
  return {
    list: () => tools.list(),
    get: (name) =>
      tools.get(name) ?? (parseMcpToolName(name) === null ? undefined : createAbsentMcpTool(name)),
  };
}
