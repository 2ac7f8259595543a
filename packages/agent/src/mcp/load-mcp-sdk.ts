import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { McpServer } from "@termwire/acp/agent";

/** What this package uses of the SDK. It takes as long to load as all else: nothing of it is loaded before it is needed. */
export interface McpSdk {
  createClient(onToolsChanged: () => void): Client;
  /** Speaks with a server by its address. */
  createWebTransport(server: Extract<McpServer, { kind: "http" | "sse" }>): Promise<Transport>;
  listTools(
    client: Client,
    cursor: string | null,
    options: McpRequestOptions,
  ): Promise<McpToolPage>;
  callTool(
    client: Client,
    params: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> },
    options: McpRequestOptions,
  ): Promise<unknown>;
  /** Reads a line as a message; null for what is none. */
  parseMessage(line: string): JSONRPCMessage | null;
}

/** How long something may take. */
export interface McpRequestOptions {
  /** Without a word. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Some of a server's tools. */
export interface McpToolPage {
  readonly tools: readonly {
    readonly name: string;
    readonly description?: string | undefined;
    readonly inputSchema: Readonly<Record<string, unknown>>;
  }[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

let loading: Promise<McpSdk> | null = null;

/** Loads it, once. */
export function loadMcpSdk(): Promise<McpSdk> {
  return (loading ??= load());
}

async function load(): Promise<McpSdk> {
  const [{ Client: SdkClient }, types] = await Promise.all([
    import("@modelcontextprotocol/sdk/client/index.js"),
    import("@modelcontextprotocol/sdk/types.js"),
  ]);
  const toOptions = ({ timeoutMs, signal }: McpRequestOptions) => ({
    timeout: timeoutMs,
    resetTimeoutOnProgress: true,
    onprogress: () => undefined,
    signal,
  });
  return {
    createClient(onToolsChanged) {
      const client = new SdkClient({ name: "termwire", version: "1" }, { capabilities: {} });
      client.setNotificationHandler(types.ToolListChangedNotificationSchema, onToolsChanged);
      return client;
    },
    createWebTransport,
    async listTools(client, cursor, options) {
      const params = cursor === null ? {} : { cursor };
      const request = { method: "tools/list", params };
      // Not by its own `listTools`, which would refuse all of them for the output schema of one.
      const page = await client.request(request, types.ListToolsResultSchema, toOptions(options));
      return { tools: page.tools, nextCursor: page.nextCursor ?? null };
    },
    callTool: (client, { name, arguments: args }, options) =>
      client.request(
        { method: "tools/call", params: { name, arguments: { ...args } } },
        types.CallToolResultSchema,
        toOptions(options),
      ),
    parseMessage(line) {
      const parsed = types.JSONRPCMessageSchema.safeParse(parseJson(line));
      return parsed.success ? parsed.data : null;
    },
  };
}

async function createWebTransport({
  kind,
  url,
  headers,
}: Extract<McpServer, { kind: "http" | "sse" }>): Promise<Transport> {
  const address = new URL(url);
  const options = { requestInit: { headers: { ...headers } } };
  if (kind === "sse") {
    // oxlint-disable typescript/no-deprecated -- clients still name servers of that kind
    const { SSEClientTransport } = await import("@modelcontextprotocol/sdk/client/sse.js");
    return new SSEClientTransport(address, options);
    // oxlint-enable typescript/no-deprecated
  }
  const { StreamableHTTPClientTransport } =
    await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  return new StreamableHTTPClientTransport(address, options);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
