import { once } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import type { Access, Refusal } from "../http/access.ts";
import { CLOSE, type Tab } from "../hub/tab.ts";
import { createSocketTab, type SocketLimits } from "./socket-tab.ts";

/** Where tabs connect. */
const PATH = "/acp";
/** A prompt with pictures in it. */
const MAX_FRAME_BYTES = 32 * 1024 * 1024;
/** A tab that answers nothing for two of these is gone, whatever its connection says. */
const PING_MS = 30_000;

/** How long a tab may take to say that it has seen the end of the server. */
const CLOSE_MS = 1_000;

/** What takes the messages of tabs. */
export interface TabHub {
  join(tab: Tab): void;
  leave(tab: Tab): void;
  take(tab: Tab, text: string): void;
}

/** What {@link acceptTabs} needs. */
export interface AcceptOptions {
  readonly server: Server;
  readonly access: Access;
  readonly limits: SocketLimits;
  /** The hub of an agent; of the default one for null. Null when there is none of this id. */
  readonly findHub: (agentId: string | null) => TabHub | null;
}

/** The tabs of a server. */
export interface AcceptedTabs {
  /** Takes no more and closes all of them; resolves when they are gone, which is soon, whatever they do. */
  close(): Promise<void>;
}

/** Accepts WebSockets on a server, from its own page alone. */
export function acceptTabs({ server, access, limits, findHub }: AcceptOptions): AcceptedTabs {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    const { pathname, searchParams } = parseTarget(request.url ?? "/");
    const refusal = pathname === PATH ? access.checkSocket(request.headers) : NO_PLACE;
    if (refusal !== null) {
      refuse(socket, refusal);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      const hub = findHub(searchParams.get("agent"));
      if (hub === null) accepted.close(CLOSE.unknownAgent, "there is no agent of this id");
      else connect(accepted, hub, createSocketTab(accepted, limits));
    });
  });
  return {
    async close() {
      const gone = [...sockets.clients].map((socket) => once(socket, "close"));
      for (const socket of sockets.clients) socket.close(CLOSE.goingAway, "termwire ends");
      const timer = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate();
      }, CLOSE_MS);
      await Promise.allSettled(gone);
      clearTimeout(timer);
      sockets.close();
    },
  };
}

const NO_PLACE = { status: 404, reason: "nothing is here" } as const;

function parseTarget(target: string): URL {
  const base = "http://localhost";
  return new URL(URL.canParse(target, base) ? target : "/", base);
}

function connect(socket: WebSocket, hub: TabHub, tab: Tab): void {
  // Closed by whatever was wrong; the end is told by `close`.
  socket.on("error", () => undefined);
  const ping = startPings(socket);
  hub.join(tab);
  socket.on("close", () => {
    clearInterval(ping);
    hub.leave(tab);
  });
  socket.on("message", (data: Buffer, isBinary: boolean) => {
    if (isBinary) socket.close(CLOSE.unsupportedData, "expected text");
    else if (socket.readyState === socket.OPEN) hub.take(tab, data.toString());
  });
}

function startPings(socket: WebSocket): NodeJS.Timeout {
  let isAlive = true;
  socket.on("pong", () => {
    isAlive = true;
  });
  return setInterval(() => {
    // What waits to be read is in the way of the ping; that it is not read has a limit of its own.
    if (!isAlive && socket.bufferedAmount === 0) socket.terminate();
    isAlive = false;
    socket.ping();
  }, PING_MS).unref();
}

function refuse(
  socket: Duplex,
  { status, reason }: Refusal | { readonly status: 404; readonly reason: string },
): void {
  // Who does not hang up does not keep us.
  socket.once("finish", () => socket.destroy());
  const lines = [`HTTP/1.1 ${status} Refused`, "Connection: close", "Content-Type: text/plain"];
  socket.end(`${lines.join("\r\n")}\r\nContent-Length: ${reason.length}\r\n\r\n${reason}`);
}
