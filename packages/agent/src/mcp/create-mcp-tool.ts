import { defineTool, ToolError, type Tool } from "@termwire/tools";
import { readMcpResult, type McpResult } from "./mcp-result.ts";
import { parseMcpToolName } from "./mcp-tool-name.ts";

/** A server's tool. */
export interface McpToolParts {
  /** As a model calls it. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Calls it. @throws Error saying which server did not answer, and why. */
  readonly call: (args: McpArgs, signal: AbortSignal) => Promise<unknown>;
}

/** Whatever the server takes: it checks them itself. */
export type McpArgs = Readonly<Record<string, unknown>>;

/**
 * Creates the tool of a server. Its look says which server and tool, with the arguments as they are: nothing a server says of
 * itself decides whether the person is asked.
 */
export function createMcpTool({ name, description, inputSchema, call }: McpToolParts): Tool {
  return defineTool<McpArgs, McpResult>({
    name,
    description,
    inputSchema,
    parseArgs: (input) => parseArgs(name, input),
    run: async (args, { signal }) => {
      signal.throwIfAborted();
      return readMcpResult(await call(args, signal));
    },
    renderResult: ({ text }) => text,
    isFailure: ({ isError }) => isError,
    presentCall: (args) => ({
      card: "generic",
      kind: "other",
      title: toTitle(name),
      rawInput: args,
    }),
  });
}

/** The tool of a server that is not there: what it did before can be shown again, and a call says why it cannot be made. */
export function createAbsentMcpTool(name: string): Tool {
  const { server } = parseMcpToolName(name) ?? { server: name };
  return createMcpTool({
    name,
    description: "",
    inputSchema: { type: "object" },
    call: () => Promise.reject(new Error(`The MCP server "${server}" is not connected.`)),
  });
}

function toTitle(name: string): string {
  const parts = parseMcpToolName(name);
  return parts === null ? name : `${parts.server}: ${parts.tool}`;
}

function parseArgs(name: string, input: unknown): McpArgs {
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return { ...input };
  const shown = JSON.stringify(input) ?? "nothing";
  throw new ToolError("invalid-args", `${name}: expected an object, got ${shown.slice(0, 200)}`);
}
