// A client that serves terminals as the examples do, for one turn of the agent whose command line it is given:
//   node client.mjs PROGRAM ARGS…
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable, Writable } from "node:stream";
import { client, ndJsonStream, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";
import {
  displayTerminals,
  observeStream,
  serveTerminals,
  terminalHost,
  trackSessions,
} from "@termwire/acp/client";
import { createLocalRunner, isExecutable } from "@termwire/process";

const [program = "", ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });

const terminals = displayTerminals({
  ownTerminals: "host",
  onEvent: () => undefined,
});
const host = terminalHost({
  runner: createLocalRunner(),
  isExecutable,
  limits: { outputCeilingBytes: 128 * 1024 ** 2 },
  onEvent: (sessionId, event) => terminals.feed(sessionId, event),
}).connect();
const sessions = trackSessions({
  onOpen: (sessionId, cwd) => host.openSession(sessionId, cwd),
  onClose: (sessionId) => void host.closeSession(sessionId),
});
const stream = observeStream(
  ndJsonStream(
    Writable.toWeb(child.stdin),
    /** @type {ReadableStream<Uint8Array>} */ (
      Readable.toWeb(child.stdout) // Node's own web stream type
    ),
  ),
  {
    onSend(message) {
      sessions.send(message);
      terminals.send(message);
    },
    onReceive(message) {
      sessions.receive(message);
      terminals.receive(message);
      return true;
    },
  },
);

await serveTerminals(client({ name: "bench" }), host).connectWith(stream, async (agent) => {
  const clientCapabilities = { terminal: true };
  await agent.request("initialize", { protocolVersion: PROTOCOL_VERSION, clientCapabilities });
  const { sessionId } = await agent.request("session/new", { cwd: "/", mcpServers: [] });
  await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "run" }] });
});
await host.dispose();
child.kill();
await once(child, "close");
