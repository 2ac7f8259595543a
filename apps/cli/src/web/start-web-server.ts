import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { AgentChoice } from "./agents/agent-choice.ts";
import { createAccess } from "./http/access.ts";
import { createSite } from "./http/create-site.ts";
import type { PageFile } from "./http/page-files.ts";
import type { Fields } from "./hub/message.ts";
import { createHubs } from "./hubs.ts";
import { acceptTabs } from "./socket/accept-tabs.ts";
import { DEFAULT_SOCKET_LIMITS, type SocketLimits } from "./socket/socket-tab.ts";

/** The only address it listens on: what it serves is for this machine. */
const HOST = "127.0.0.1";

/** What {@link startWebServer} needs. */
export interface WebServerOptions {
  /** 0 for any that is free. */
  readonly port: number;
  readonly cwd: string;
  /** The default one first. */
  readonly choices: readonly [AgentChoice, ...AgentChoice[]];
  readonly files: ReadonlyMap<string, PageFile>;
  readonly clientInfo: Fields;
  /** Absent: {@link DEFAULT_SOCKET_LIMITS}. */
  readonly limits?: SocketLimits;
}

/** A running server of the page. */
export interface WebServer {
  /** The address, with the token that lets in whoever opens it. */
  readonly url: string;
  /** An address that lets in once, to be told to a program. */
  createOnceUrl(): string;
  /** Ends the server, its agents and everything they run. Resolves when nothing is left. */
  stop(): Promise<void>;
}

/**
 * Starts the server of the page; it listens when this resolves.
 *
 * Rejects with the system's error when it cannot listen, such as `EADDRINUSE`.
 */
export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  const server = createServer();
  const port = await listen(server, options.port);
  const access = createAccess(port);
  const hubs = createHubs(options.choices, options);
  const { fetch } = createSite({ access, files: options.files });
  const answer = getRequestListener(fetch, { overrideGlobalObjects: false });
  server.on("request", (request, response) => void answer(request, response));
  const limits = options.limits ?? DEFAULT_SOCKET_LIMITS;
  const tabs = acceptTabs({ server, access, limits, findHub: (id) => hubs.find(id) });
  const toUrl = (token: string): string => `http://${HOST}:${port}/?token=${token}`;
  return {
    url: toUrl(access.token),
    createOnceUrl: () => toUrl(access.createOnceToken()),
    async stop() {
      server.close();
      await Promise.all([tabs.close(), hubs.stop()]);
      server.closeAllConnections();
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, HOST);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("not a port");
  return address.port;
}
