// A client that serves terminals as the example does, for one turn of the agent whose command line it is given:
//   node client.mjs PROGRAM ARGS…
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable, Writable } from "node:stream";
import { client, ndJsonStream, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";
import { createClientTerminals } from "@termwire/acp/client";
import { createLocalRunner, isExecutable } from "@termwire/process";

const [program = "", ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });

const terminals = createClientTerminals({
  onEvent: () => undefined,
  host: {
    runner: createLocalRunner(),
    isExecutable,
    limits: { outputCeilingBytes: 128 * 1024 ** 2 },
  },
});
const stream = ndJsonStream(
  Writable.toWeb(child.stdin),
  /** @type {ReadableStream<Uint8Array>} */ (
    Readable.toWeb(child.stdout) // Node's own web stream type
  ),
);

const app = terminals.serve(client({ name: "bench" }));
await app.connectWith(terminals.observe(stream), async (agent) => {
  const clientCapabilities = terminals.capabilities;
  await agent.request("initialize", { protocolVersion: PROTOCOL_VERSION, clientCapabilities });
  const { sessionId } = await agent.request("session/new", { cwd: "/", mcpServers: [] });
  await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "run" }] });
});
await terminals.dispose();
child.kill();
await once(child, "close");
