import { AcpError } from "../acp-error.ts";
import { toFields, toText } from "../dialects/terminal-end.ts";
import type { McpServer } from "./harness.ts";

/**
 * Reads the MCP servers of a session, in the form of either version; one without a type is of the kind `stdio`.
 *
 * @throws AcpError `invalid-params` for a kind nobody knows, for one without what it needs, and for a name used twice.
 */
export function parseMcpServers(servers: readonly unknown[]): readonly McpServer[] {
  const names = new Set<string>();
  return servers.map((value) => {
    const server = parseServer(value);
    if (names.has(server.name)) throw refuse(`"${server.name}" is there twice`);
    names.add(server.name);
    return server;
  });
}

function parseServer(value: unknown): McpServer {
  const { type = "stdio", name: cameName, command, args, env, url, headers } = toFields(value);
  const name = requireText(cameName, "name");
  switch (type) {
    case "stdio":
      return {
        kind: "stdio",
        name,
        command: requireText(command, `"${name}": command`),
        args: toList(args).map(String),
        env: toRecord(env),
      };
    case "http":
    case "sse":
      return {
        kind: type,
        name,
        url: requireText(url, `"${name}": url`),
        headers: toRecord(headers),
      };
    default:
      throw refuse(`"${name}": expected the type stdio, http or sse, got ${JSON.stringify(type)}`);
  }
}

function requireText(value: unknown, what: string): string {
  const text = toText(value);
  if (text === null || text === "") throw refuse(`${what}: expected a text, got none`);
  return text;
}

/** Names and values; of a name that is there twice the last counts. */
function toRecord(value: unknown): Record<string, string> {
  const pairs = toList(value).map((each) => {
    const { name, value: text } = toFields(each);
    return [toText(name) ?? "", toText(text) ?? ""] as const;
  });
  return Object.fromEntries(pairs.filter(([name]) => name !== ""));
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function refuse(why: string): AcpError {
  return new AcpError("invalid-params", `mcpServers: ${why}`);
}
