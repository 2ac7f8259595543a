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
   * Starts them, if they were not, and waits for them a while: one that is slow is left to a later turn. Resolves soon when
   * `signal` aborts.
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
  readonly #told = new Set<string>();
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
    const connections = (this.#connections ??= this.#connect());
    const bound = AbortSignal.any([signal, AbortSignal.timeout(PREPARE_MS)]);
    await Promise.race([Promise.all(connections.map(({ ready }) => ready)), untilAborted(bound)]);
    this.#tools = null;
  }

  list(): readonly Tool[] {
    return (this.#tools ??= this.#createTools());
  }

  takeNotes(): readonly string[] {
    return (this.#connections ?? []).flatMap(({ name, problem }) => {
      if (problem === null || this.#told.has(name)) return [];
      this.#told.add(name);
      return [`The MCP server "${name}" cannot be used: ${problem}`];
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled((this.#connections ?? []).map((each) => each.close()));
    await this.#runner?.dispose().catch(() => undefined);
  }

  #connect(): readonly McpConnection[] {
    const { createRunner, hasPosixShell, patience } = this.#host;
    const runner = (this.#runner ??= createOwnedRunner(createRunner(this.#cwd)));
    return this.#servers.map(
      (server) =>
        new McpConnection({
          server,
          cwd: this.#cwd,
          runner,
          hasPosixShell,
          patience: { ...PATIENCE, ...patience },
          onChange: () => {
            this.#tools = null;
          },
        }),
    );
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
