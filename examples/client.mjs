import { spawn } from "node:child_process";
import { Readable, Writable } from "node:stream";
import { client, ndJsonStream, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";
import { claimCapabilities, displayTerminals, observeStream } from "@termwire/acp/client";

const [command = "termwire", ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });

const terminals = displayTerminals({
  onEvent({ event }) {
    if (event.type === "terminal-started") console.log(`$ ${event.command}`);
    if (event.type === "output-appended") process.stdout.write(event.bytes);
    if (event.type === "terminal-ended") console.log("ended:", event.ending);
  },
});
const stream = observeStream(
  ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout)),
  {
    onSend: (message) => terminals.send(message),
    onReceive: (message) => (terminals.receive(message), message.method !== "session/update"),
  },
);

await client({ name: "example" }).connectWith(stream, async (agent) => {
  const clientCapabilities = claimCapabilities("all");
  await agent.request("initialize", { protocolVersion: PROTOCOL_VERSION, clientCapabilities });
  const cwd = process.cwd();
  const { sessionId } = await agent.request("session/new", { cwd, mcpServers: [] });
  const prompt = [{ type: "text", text: "echo one; sleep 1; echo two" }];
  console.log(await agent.request("session/prompt", { sessionId, prompt }));
});
child.kill();
