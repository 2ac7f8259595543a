/** One agent of the configuration file. */
export interface AgentServer {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The agents of a configuration file, and what is wrong with others. */
export interface AgentServers {
  readonly servers: readonly AgentServer[];
  /** One line each, for people. Repeats nothing of `env`. */
  readonly problems: readonly string[];
}

/**
 * Reads `agent_servers`, in the format of editors: `{ NAME: { command, args?, env? } }`. Members that are not known are
 * the editors' own. One that is wrong is left out, and told.
 */
export function parseAgentServers(value: unknown): AgentServers {
  if (value === undefined) return { servers: [], problems: [] };
  if (!isRecord(value)) return { servers: [], problems: ["agent_servers: expected an object"] };
  const servers: AgentServer[] = [];
  const problems: string[] = [];
  for (const [name, server] of Object.entries(value)) {
    const parsed = parseServer(name, server);
    if (typeof parsed === "string") problems.push(`agent_servers.${name}${parsed}`);
    else servers.push(parsed);
  }
  return { servers, problems };
}

/** The problem as words when there is one. */
function parseServer(name: string, value: unknown): AgentServer | string {
  if (!isRecord(value)) return ": expected an object";
  const { command, args = [], env = {} } = value;
  if (typeof command !== "string" || command.trim() === "") {
    return '.command: expected a program, such as "npx"';
  }
  if (!Array.isArray(args) || !args.every(isString)) return ".args: expected a list of strings";
  if (!isRecord(env) || !isRecordOfStrings(env)) return ".env: expected an object of strings";
  return { name, command, args, env };
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isRecordOfStrings(
  value: Readonly<Record<string, unknown>>,
): value is Readonly<Record<string, string>> {
  return Object.values(value).every(isString);
}
