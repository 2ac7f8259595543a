import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { McpServer } from "@termwire/acp/agent";
import type { CommandRunner } from "@termwire/terminal";
import { createSecretHider } from "../models/hide-secrets.ts";
import { CommandTransport } from "./command-transport.ts";
import type { McpArgs } from "./create-mcp-tool.ts";
import { describeConnectionError } from "./describe-connection-error.ts";
import { loadMcpSdk, type McpSdk, type McpToolPage } from "./load-mcp-sdk.ts";

/** How patient a session is with its servers. */
export interface McpPatience {
  /** For a server to be there with its tools. */
  readonly connectMs: number;
  /** For a call that tells nothing of its progress. */
  readonly callMs: number;
}

/** A server, and what it is reached with. */
export interface McpConnectionParts {
  readonly server: McpServer;
  /** Absolute; of a server that is a program. */
  readonly cwd: string;
  readonly runner: CommandRunner;
  readonly hasPosixShell: boolean;
  readonly patience: McpPatience;
  /** Its tools are others now, or it is gone. */
  readonly onChange: () => void;
}

/** A tool as its server tells of it. */
export type McpTool = McpToolPage["tools"][number];

/** Nobody has more, and a server must not be able to keep somebody reading. */
const MAX_TOOLS = 500;

/** One server of one session, from the first try until it is closed. */
export class McpConnection {
  readonly name: string;
  /** Settles when it has its tools, or is known not to be there. Never rejects. */
  readonly ready: Promise<void>;
  tools: readonly McpTool[] = [];
  /** It was there once, with its tools. */
  wasReady = false;
  /** Why it cannot be used, in words without its secrets; null while it can, or might. */
  problem: string | null = null;
  readonly #parts: McpConnectionParts;
  readonly #hide: (text: string) => string;
  readonly #closing = new AbortController();
  #transport: CommandTransport | null = null;
  #client: Client | null = null;
  #sdk: McpSdk | null = null;

  constructor(parts: McpConnectionParts) {
    const { server } = parts;
    this.name = server.name;
    this.#parts = parts;
    this.#hide = createSecretHider({
      apiKey: null,
      headers: server.kind === "stdio" ? server.env : server.headers,
    });
    this.ready = this.#connect().catch((error: unknown) => this.#fail(error));
  }

  /** @throws Error that names the server. */
  async call(tool: string, args: McpArgs, signal: AbortSignal): Promise<unknown> {
    const [client, sdk] = [this.#client, this.#sdk];
    if (client === null || sdk === null || this.problem !== null) throw this.#toError("is gone");
    const { callMs } = this.#parts.patience;
    const options = { timeoutMs: callMs, signal };
    try {
      return await sdk.callTool(client, { name: tool, arguments: args }, options);
    } catch (error) {
      signal.throwIfAborted();
      throw this.#toError(this.#describe(error, callMs));
    }
  }

  /** Resolves when nothing is left of it; twice is fine. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled([this.#client?.close(), this.#transport?.close()]);
    await this.ready;
  }

  async #connect(): Promise<void> {
    const sdk = await loadMcpSdk();
    const { server, patience } = this.#parts;
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(patience.connectMs)]);
    const client = sdk.createClient(() => void this.#refresh());
    const transport =
      server.kind === "stdio"
        ? (this.#transport = new CommandTransport({ ...this.#parts, server, ...sdk }))
        : await sdk.createWebTransport(server);
    this.#sdk = sdk;
    this.#client = client;
    signal.throwIfAborted();
    await client.connect(transport, { timeout: patience.connectMs, signal });
    this.tools = await this.#list(signal);
    this.wasReady = true;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a client of MCP is no event target
    client.onclose = () => this.#fail(new Error("it ended the connection"));
  }

  async #list(signal: AbortSignal): Promise<readonly McpTool[]> {
    const [client, sdk] = [this.#client, this.#sdk];
    if (client === null || sdk === null) return [];
    if (client.getServerCapabilities()?.tools === undefined) return [];
    const tools: McpTool[] = [];
    let cursor: string | null = null;
    do {
      const options = { timeoutMs: this.#parts.patience.connectMs, signal };
      const page: McpToolPage = await sdk.listTools(client, cursor, options);
      tools.push(...page.tools);
      cursor = page.nextCursor;
    } while (cursor !== null && tools.length < MAX_TOOLS);
    return tools.slice(0, MAX_TOOLS);
  }

  /** Keeps what it had when it cannot say what it has. */
  async #refresh(): Promise<void> {
    try {
      this.tools = await this.#list(this.#closing.signal);
      this.#parts.onChange();
    } catch {
      // A server that is gone says so elsewhere.
    }
  }

  /** The first reason is the one. */
  #fail(error: unknown): void {
    if (this.problem !== null || this.#closing.signal.aborted) return;
    this.problem = this.#describe(error, this.#parts.patience.connectMs);
    this.tools = [];
    void this.#client?.close().catch(() => undefined);
    void this.#transport?.close();
    this.#parts.onChange();
  }

  #describe(error: unknown, boundMs: number): string {
    const why = describeConnectionError(error, boundMs);
    const more = this.#transport?.describeEnd() ?? "";
    return this.#hide([why, more].filter((part) => part !== "").join("; "));
  }

  #toError(why: string): Error {
    const problem = this.problem ?? why;
    return new Error(`The MCP server "${this.name}" could not do it: ${problem}.`);
  }
}
