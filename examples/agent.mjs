import { Readable, Writable } from "node:stream";
import { agent, ndJsonStream, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";
import { createToolCallBridge, negotiateDialect } from "@termwire/acp/agent";
import { createLocalRunner } from "@termwire/process";
import { createBashTool } from "@termwire/tools";

const tool = createBashTool();
const runner = createLocalRunner();
let dialect, cwd;

agent({ name: "example" })
  .onRequest("initialize", ({ params }) => {
    dialect = negotiateDialect(params.clientCapabilities);
    return { protocolVersion: PROTOCOL_VERSION, agentCapabilities: {} };
  })
  .onRequest("session/new", ({ params }) => {
    cwd = params.cwd;
    return { sessionId: "s1" };
  })
  .onRequest("session/prompt", async ({ client, signal }) => {
    const send = (update) => client.notify("session/update", { sessionId: "s1", update });
    const bridge = createToolCallBridge({ dialect, cwd, send });
    const input = { command: "echo hello; exit 3", description: "Say hello" };
    await bridge.runTool({ tool, input, callId: "call_1", runner, signal });
    return { stopReason: "end_turn" };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
