import { client, PROTOCOL_VERSION, type AnyMessage, type Stream } from "@agentclientprotocol/sdk";
import { serveAgent, type AgentHarness, type ServedAgent } from "@termwire/acp/agent";
import {
  claimCapabilities,
  displayTerminals,
  observeStream,
  type ClientClaim,
  type DisplayEvent,
} from "@termwire/acp/client";
import { createHarness, createShellModel } from "@termwire/agent";
import { checkWorkingDirectory, createLocalRunner } from "@termwire/process";
import { createBashTool, createToolRegistry } from "@termwire/tools";

/** The built-in agent and a real client of either version in one process, with one session open. */
export async function serveSession(claim: ClientClaim, cwd: string = process.cwd()) {
  const served = serveAgent(createTestHarness());
  const events: DisplayEvent[] = [];
  const updates: unknown[] = [];
  const watchers = new Set<() => void>();
  const terminals = displayTerminals({ onEvent: (event) => events.push(event) });
  const stream = observeStream(connectInMemory(served), {
    onSend: (message) => terminals.send(message),
    onReceive(message) {
      terminals.receive(message);
      if ("method" in message && message.method === "session/update") {
        updates.push((message.params as { update: unknown }).update); // our own agent sends it
      }
      for (const watcher of watchers) watcher();
      return true;
    },
  });
  const peer = claim === "v2" ? await openV2(stream, cwd) : await openV1(stream, { cwd, claim });
  return {
    events,
    updates,
    served,
    sessionId: peer.sessionId,
    async prompt(text: string): Promise<{ stopReason: string }> {
      const from = updates.length;
      const answer = await peer.prompt(text);
      if ("stopReason" in answer) return { stopReason: answer.stopReason };
      return { stopReason: await untilIdle(updates.slice.bind(updates, from), watchers) };
    },
    cancel: () => peer.cancel(),
    output: () => toBytes(events).toString(),
    bytes: () => toBytes(events),
    async [Symbol.asyncDispose]() {
      peer.close();
      await served.dispose();
    },
  };
}

function createTestHarness(): AgentHarness {
  const tools = createToolRegistry();
  tools.register(createBashTool());
  return createHarness({
    info: { name: "test", title: "Test", version: "0" },
    model: createShellModel(),
    tools,
    runner: createLocalRunner(),
    checkDirectory: checkWorkingDirectory,
    permissionMode: "full",
  });
}

/** What the client writes to and reads from. */
function connectInMemory(served: ServedAgent): Stream {
  const toAgent = new TransformStream<AnyMessage, AnyMessage>();
  const toClient = new TransformStream<AnyMessage, AnyMessage>();
  served.connect({ readable: toAgent.readable, writable: toClient.writable });
  return { readable: toClient.readable, writable: toAgent.writable };
}

async function openV1(
  stream: Stream,
  { cwd, claim }: { readonly cwd: string; readonly claim: ClientClaim },
) {
  const connection = client({ name: "test" })
    .onNotification("session/update", () => undefined)
    .connect(stream);
  const { agent } = connection;
  await agent.request("initialize", {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: claimCapabilities(claim),
  });
  const { sessionId } = await agent.request("session/new", { cwd, mcpServers: [] });
  return {
    sessionId,
    prompt: (text: string) =>
      agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] }),
    cancel: () => agent.notify("session/cancel", { sessionId }),
    close: () => connection.close(),
  };
}

async function openV2(stream: Stream, cwd: string) {
  const v2 = await import("@agentclientprotocol/sdk/experimental/v2");
  const connection = v2
    .client({ name: "test" })
    .onNotification("session/update", () => undefined)
    .connect(stream);
  const { agent } = connection;
  await agent.request("initialize", {
    protocolVersion: v2.PROTOCOL_VERSION,
    info: { name: "test", version: "0" },
  });
  const { sessionId } = await agent.request("session/new", { cwd });
  return {
    sessionId,
    prompt: (text: string) =>
      agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] }),
    cancel: () => agent.notify("session/cancel", { sessionId }),
    close: () => connection.close(),
  };
}

/** The stop reason of the first idle state among the updates since the prompt. */
function untilIdle(read: () => unknown[], watchers: Set<() => void>): Promise<string> {
  return new Promise((resolve) => {
    const look = (): void => {
      for (const update of read()) {
        const { state, stopReason } = update as { state?: string; stopReason?: string };
        if (state !== "idle" || stopReason === undefined) continue;
        watchers.delete(look);
        resolve(stopReason);
        return;
      }
    };
    watchers.add(look);
    look();
  });
}

function toBytes(events: readonly DisplayEvent[]): Buffer {
  const parts: Uint8Array[] = [];
  for (const { event } of events) if (event.type === "output-appended") parts.push(event.bytes);
  return Buffer.concat(parts);
}
