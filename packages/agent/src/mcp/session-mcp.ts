import type { McpServer } from "@termwire/acp/agent";
import { createOwnedRunner, type CommandRunner, type OwnedRunner } from "@termwire/terminal";
import type { Tool } from "@termwire/tools";
import { createMcpTool } from "./create-mcp-tool.ts";
import { McpConnection, type McpPatience } from "./mcp-connection.ts";
import { toMcpToolName } from "./mcp-tool-name.ts";

/** What servers that are programs run with. */
export interface McpHost {
  /** Runs them in a session's directory; each session owns, and ends, its own. */
  readonly createRunner: (cwd: string) => CommandRunner;
  /** Whether there is a `/bin/sh`. */
  readonly hasPosixShell: boolean;
  /** Absent: half a minute to be there, ten for a call. */
  readonly patience?: Partial<McpPatience>;
}

/** The MCP servers of one session. */
export interface SessionMcp extends AsyncDisposable {
  /**
   * Starts them, and again those that have ended since, and waits for them a while: one that is slow is left to a later
   * turn. Resolves soon when `signal` aborts.
   */
  prepare(signal: AbortSignal): Promise<void>;
  /** Those there are now. */
  list(): readonly Tool[];
  /** What the person should know of them; each is told once. */
  takeNotes(): readonly string[];
}

const PATIENCE: McpPatience = { connectMs: 30_000, callMs: 10 * 60_000 };

/** How long a turn waits for servers that are not there yet. */
const PREPARE_MS = 10_000;

/** A server that ends in each turn is not started for ever. */
const MAX_RESTARTS = 3;

/** Descriptions go to the model with every request. */
const MAX_DESCRIPTION_CHARACTERS = 4_000;

/** Creates them; nothing is started or loaded before the first `prepare`. */
export function createSessionMcp(
  servers: readonly McpServer[],
  cwd: string,
  host: McpHost,
): SessionMcp {
  return new Servers(servers, cwd, host);
}

class Servers implements SessionMcp {
  readonly #servers: readonly McpServer[];
  readonly #cwd: string;
  readonly #host: McpHost;
  readonly #told = new Set<McpConnection>();
  readonly #restarts = new Map<string, number>();
  #runner: OwnedRunner | null = null;
  #connections: readonly McpConnection[] | null = null;
  #tools: readonly Tool[] | null = null;
  #isClosed = false;

  constructor(servers: readonly McpServer[], cwd: string, host: McpHost) {
    this.#servers = servers;
    this.#cwd = cwd;
    this.#host = host;
  }

  async prepare(signal: AbortSignal): Promise<void> {
    if (this.#isClosed) return;
    const connections = this.#connections?.map((each) => this.#renew(each)) ?? this.#connect();
    this.#connections = connections;
    const bound = AbortSignal.any([signal, AbortSignal.timeout(PREPARE_MS)]);
    await Promise.race([Promise.all(connections.map(({ ready }) => ready)), untilAborted(bound)]);
    this.#tools = null;
  }

  list(): readonly Tool[] {
    return (this.#tools ??= this.#createTools());
  }

  takeNotes(): readonly string[] {
    return (this.#connections ?? []).flatMap((connection) => {
      const { name, problem } = connection;
      if (problem === null || this.#told.has(connection)) return [];
      this.#told.add(connection);
      return [`The MCP server "${name}" cannot be used: ${problem}`];
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled((this.#connections ?? []).map((each) => each.close()));
    await this.#runner?.dispose().catch(() => undefined);
  }

  #connect(): readonly McpConnection[] {
    return this.#servers.map((server) => this.#open(server));
  }

  /** One that was there and has ended is tried again; one that never was will not be. */
  #renew(connection: McpConnection): McpConnection {
    const { name, problem, wasReady } = connection;
    const restarts = this.#restarts.get(name) ?? 0;
    const server = this.#servers.find((each) => each.name === name);
    const isLost = problem !== null && wasReady && server !== undefined;
    if (!isLost || restarts >= MAX_RESTARTS) return connection;
    this.#restarts.set(name, restarts + 1);
    return this.#open(server);
  }

  #open(server: McpServer): McpConnection {
    const { createRunner, hasPosixShell, patience } = this.#host;
    const runner = (this.#runner ??= createOwnedRunner(createRunner(this.#cwd)));
    return new McpConnection({
      server,
      cwd: this.#cwd,
      runner,
      hasPosixShell,
      patience: { ...PATIENCE, ...patience },
      onChange: () => {
        this.#tools = null;
      },
    });
  }

  #createTools(): readonly Tool[] {
    const taken = new Set<string>();
    return (this.#connections ?? []).flatMap((connection) =>
      connection.tools.map((tool) => {
        const name = toMcpToolName({ server: connection.name, tool: tool.name }, taken);
        taken.add(name);
        return createMcpTool({
          name,
          description: (tool.description ?? "").slice(0, MAX_DESCRIPTION_CHARACTERS),
          inputSchema: tool.inputSchema,
          call: (args, signal) => connection.call(tool.name, args, signal),
        });
      }),
    );
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
