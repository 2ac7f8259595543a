import { spawn } from "node:child_process";
import { Readable, Writable } from "node:stream";
import { client, ndJsonStream, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";
import { createClientTerminals } from "@termwire/acp/client";
import { createLocalRunner, isExecutable } from "@termwire/process";

const [command = "termwire", ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
const stream = ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout));

const terminals = createClientTerminals({
  host: { runner: createLocalRunner(), isExecutable },
  onEvent({ event }) {
    if (event.type === "terminal-started") console.log(`$ ${event.command}`);
    if (event.type === "output-appended") process.stdout.write(event.bytes);
    if (event.type === "terminal-ended") console.log("ended:", event.ending);
  },
});
const app = terminals.serve(client({ name: "example" }));

await app.connectWith(terminals.observe(stream), async (agent) => {
  const clientCapabilities = terminals.capabilities;
  await agent.request("initialize", { protocolVersion: PROTOCOL_VERSION, clientCapabilities });
  const cwd = process.cwd();
  const { sessionId } = await agent.request("session/new", { cwd, mcpServers: [] });
  const prompt = [{ type: "text", text: "echo one; sleep 1; echo two" }];
  console.log(await agent.request("session/prompt", { sessionId, prompt }));
});
await terminals.dispose();
child.kill();
