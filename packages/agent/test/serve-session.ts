import { client, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";
import { serveAgent } from "@termwire/acp/agent";
import {
  claimCapabilities,
  displayTerminals,
  type ClientClaim,
  type DisplayEvent,
} from "@termwire/acp/client";
import { createHarness, createShellModel } from "@termwire/agent";
import { checkWorkingDirectory, createLocalRunner } from "@termwire/process";
import { createBashTool, createToolRegistry } from "@termwire/tools";

/** The built-in agent and a real client in one process, with one session open. */
export async function serveSession(claim: ClientClaim, cwd: string = process.cwd()) {
  const tools = createToolRegistry();
  tools.register(createBashTool());
  const served = serveAgent(
    createHarness({
      info: { name: "test", title: "Test", version: "0" },
      model: createShellModel(),
      tools,
      runner: createLocalRunner(),
      checkDirectory: checkWorkingDirectory,
    }),
  );
  const events: DisplayEvent[] = [];
  const updates: unknown[] = [];
  const terminals = displayTerminals({ onEvent: (event) => events.push(event) });
  const connection = client({ name: "test" })
    .onNotification("session/update", ({ method, params }) => {
      updates.push(params.update);
      terminals.receive({ method, params });
    })
    .connect(served.app);
  const { agent } = connection;
  await agent.request("initialize", {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: claimCapabilities(claim),
  });
  const { sessionId } = await agent.request("session/new", { cwd, mcpServers: [] });
  return {
    events,
    updates,
    sessionId,
    connection,
    served,
    prompt: (text: string) =>
      agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] }),
    cancel: () => agent.notify("session/cancel", { sessionId }),
    output: () => toOutput(events),
    async [Symbol.asyncDispose]() {
      connection.close();
      await served.dispose();
    },
  };
}

function toOutput(events: readonly DisplayEvent[]): string {
  const parts: Uint8Array[] = [];
  for (const { event } of events) if (event.type === "output-appended") parts.push(event.bytes);
  return Buffer.concat(parts).toString();
}
