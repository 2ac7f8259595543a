import type { Socket, SocketListener } from "./reconnecting-socket.ts";

/** Opens a WebSocket to the server this page came from. */
export function openWebSocket(agentId: string | null, listener: SocketListener): Socket {
  const url = new URL("acp", document.baseURI);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  if (agentId !== null) url.searchParams.set("agent", agentId);
  const socket = new WebSocket(url);
  socket.addEventListener("open", () => listener.onOpen());
  socket.addEventListener("message", ({ data }: MessageEvent<unknown>) => listener.onData(data));
  socket.addEventListener("close", ({ code }) => listener.onClose(code));
  return { send: (text) => socket.send(text), close: () => socket.close() };
}
