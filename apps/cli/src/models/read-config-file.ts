import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import {
  AgentError,
  holdsSecrets,
  parseModelConfig,
  type ModelConfig,
} from "@termwire/agent/model-catalog";

/** A configuration file as it was found. */
export interface ConfigFile {
  readonly path: string;
  readonly isThere: boolean;
  /** Null when there is none, or it is refused. */
  readonly config: ModelConfig | null;
  /** Its list of agents, unchecked; undefined when it has none, or is refused. */
  readonly agentServers: unknown;
  /** Why it is refused and what to do; null when it is not. Repeats nothing that could be a key. */
  readonly problem: string | null;
}

/** Whoever may read, write or use it besides its owner. */
const OTHERS = 0o077;

/** Longer ones are something else. */
const MAX_BYTES = 1024 * 1024;

/** Reads and checks a configuration file. One with keys that others can read is refused. Never rejects. */
export async function readConfigFile(path: string, platform: NodeJS.Platform): Promise<ConfigFile> {
  try {
    const found = await readWithMode(path);
    if (found === null) return { ...EMPTY, path, isThere: false, problem: null };
    const { agentServers, models } = splitAgents(parseJson(found.text, path));
    const config = parseModelConfig(models, path);
    const isOpen = platform !== "win32" && (found.mode & OTHERS) !== 0;
    const isSecret = holdsSecrets(config) || holdsVariables(agentServers);
    if (isOpen && isSecret) throw refuse(describeOpen(path, found.mode));
    return { path, isThere: true, config, agentServers, problem: null };
  } catch (error) {
    return { ...EMPTY, path, isThere: true, problem: describe(error, path) };
  }
}

const EMPTY = { config: null, agentServers: undefined } as const;

/** The list of agents is of the format that editors have, and none of the models' business. */
function splitAgents(value: unknown): { readonly agentServers: unknown; readonly models: unknown } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { agentServers: undefined, models: value };
  }
  const { agent_servers: agentServers, ...models } = value as Readonly<Record<string, unknown>>; // any object is one
  return { agentServers, models };
}

/** Variables for an agent can be keys; what is no list of them is refused elsewhere. */
function holdsVariables(agentServers: unknown): boolean {
  return valuesOf(agentServers).some((server) => valuesOf(valueOf(server, "env")).length > 0);
}

function valuesOf(value: unknown): unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}

function valueOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** Text and mode of the same file, whatever takes its name meanwhile. */
async function readWithMode(
  path: string,
): Promise<{ readonly text: string; readonly mode: number } | null> {
  const file = await openFile(path);
  if (file === null) return null;
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw refuse(`${path} is not a file`);
    if (stats.size > MAX_BYTES) throw refuse(`${path} is too long: ${stats.size} bytes`);
    return { text: await file.readFile("utf8"), mode: stats.mode };
  } finally {
    await file.close();
  }
}

async function openFile(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}

/** The system's message repeats a piece of the text, which may be of a key: only the place is told. */
function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const position = /position (\d+)/u.exec(message)?.[1];
    const line = position === undefined ? null : text.slice(0, Number(position)).split("\n").length;
    throw refuse(`${path}${line === null ? "" : `: line ${line}`}: expected JSON`);
  }
}

function describeOpen(path: string, mode: number): string {
  const bits = (mode & 0o777).toString(8);
  return `${path} holds keys and others can use it (mode ${bits}): chmod 600 '${path}'`;
}

function describe(error: unknown, path: string): string {
  if (AgentError.is(error)) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
  return `${path} cannot be read (${code})`;
}

function refuse(message: string): AgentError {
  return new AgentError("invalid-config", message);
}
