/** What the names of all tools of MCP servers begin with. */
const PREFIX = "mcp__";
const SEPARATOR = "__";

/** What providers take as the name of a tool. */
const MAX_LENGTH = 64;
const NOT_ALLOWED = /[^A-Za-z0-9_-]+/gu;

/** The parts of a tool's name, as far as it shows them. */
export interface McpToolName {
  readonly server: string;
  readonly tool: string;
}

/**
 * Names a server's tool for a model: `mcp__SERVER__TOOL`, with `_` for what no provider takes, cut where it is too long.
 *
 * @param taken names that are used already; the name is none of them.
 */
export function toMcpToolName(
  { server, tool }: McpToolName,
  taken: ReadonlySet<string> = new Set(),
): string {
  const whole = `${PREFIX}${toWord(server)}${SEPARATOR}${toWord(tool)}`;
  for (let attempt = 1; ; attempt++) {
    const ending = attempt === 1 ? "" : `_${attempt}`;
    const name = `${whole.slice(0, MAX_LENGTH - ending.length)}${ending}`;
    if (!taken.has(name)) return name;
  }
}

/** Reads a name again, for a card; null for the name of another tool. */
export function parseMcpToolName(name: string): McpToolName | null {
  if (!name.startsWith(PREFIX)) return null;
  const rest = name.slice(PREFIX.length);
  const at = rest.indexOf(SEPARATOR);
  if (at < 1) return null;
  return { server: rest.slice(0, at), tool: rest.slice(at + SEPARATOR.length) };
}

/** A word in which no separator can be found. */
function toWord(name: string): string {
  const word = name.replaceAll(NOT_ALLOWED, "_").replaceAll(/_{2,}/gu, "_");
  return word.replaceAll(/^_|_$/gu, "") || "unnamed";
}
