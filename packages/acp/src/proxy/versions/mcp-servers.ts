import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields } from "../../dialects/terminal-end.ts";

/** Servers as version 2 names them: a program has a type, too. */
export function toV2McpServers(servers: unknown): readonly UpdateFields[] {
  return readList(servers).map((server) =>
    server["type"] === undefined ? { type: "stdio", ...server } : server,
  );
}

/** Servers as version 1 names them: a program has no type. */
export function toV1McpServers(servers: unknown): readonly UpdateFields[] {
  return readList(servers).map(({ type, ...server }) =>
    type === "stdio" ? { args: [], env: [], ...server } : { type, headers: [], ...server },
  );
}

function readList(servers: unknown): readonly UpdateFields[] {
  return Array.isArray(servers) ? servers.map(toFields) : [];
}
