/* oxlint-disable typescript/no-deprecated -- clients still name servers of the kind sse */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

/** An MCP server on loopback, by the SDK's own transports. */
export interface WebMcpServer extends AsyncDisposable {
  /** For the kind `http`. */
  readonly httpUrl: string;
  /** For the kind `sse`. */
  readonly sseUrl: string;
  /** Answers with a page of HTML and this status. */
  readonly brokenUrl: string;
  /** Values of the header `authorization` that came. */
  readonly seen: readonly (string | undefined)[];
}

/** What the broken address answers. */
export const BROKEN_STATUS = 503;

/** Starts it on a free port. Its one tool says hello. */
export async function startWebServer(): Promise<WebMcpServer> {
  const seen: (string | undefined)[] = [];
  const streams = new Map<string, SSEServerTransport>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    seen.push(request.headers.authorization);
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://loopback");
    if (pathname === "/mcp") return answerHttp(request, response);
    if (pathname === "/sse") return openStream(response, streams);
    const stream = streams.get(searchParams.get("sessionId") ?? "");
    if (pathname === "/messages" && stream !== undefined) {
      return stream.handlePostMessage(request, response);
    }
    response.writeHead(BROKEN_STATUS, { "content-type": "text/html" });
    response.end(
      `<html>${"<p>down for maintenance</p>".repeat(1000)}${String(seen.at(-1))}</html>`,
    );
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const url = `http://127.0.0.1:${port}`;
  return {
    httpUrl: `${url}/mcp`,
    sseUrl: `${url}/sse`,
    brokenUrl: `${url}/broken`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function createMcpServer(): McpServer {
  const server = new McpServer({ name: "web", version: "1" });
  server.registerTool("hello", { description: "Says hello." }, () => ({
    content: [{ type: "text", text: "hello from the web" }],
  }));
  return server;
}

/** Without sessions: a server for each request. */
async function answerHttp(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: false });
  await createMcpServer().connect(transport);
  await transport.handleRequest(request, response);
}

async function openStream(
  response: ServerResponse,
  streams: Map<string, SSEServerTransport>,
): Promise<void> {
  const transport = new SSEServerTransport("/messages", response);
  streams.set(transport.sessionId, transport);
  await createMcpServer().connect(transport);
}
