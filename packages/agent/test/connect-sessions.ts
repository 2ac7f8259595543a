import { client, PROTOCOL_VERSION, type AnyMessage, type Stream } from "@agentclientprotocol/sdk";
import { serveAgent } from "@termwire/acp/agent";
import {
  claimCapabilities,
  displayTerminals,
  observeStream,
  type ClientClaim,
  type DisplayEvent,
} from "@termwire/acp/client";
import { createHarness, type Model, type SessionArchive } from "@termwire/agent";
import { checkWorkingDirectory, createLocalRunner } from "@termwire/process";
import { createSessionTools } from "./session-tools.ts";

/** A client that keeps sessions with an agent, whichever version both speak. */
export interface SessionsClient extends AsyncDisposable {
  readonly events: readonly DisplayEvent[];
  readonly updates: readonly object[];
  create(cwd: string): Promise<string>;
  /** Resolves when the turn has ended. */
  prompt(sessionId: string, text: string): Promise<void>;
  setMode(sessionId: string, mode: string): Promise<void>;
  load(sessionId: string, cwd: string): Promise<void>;
  close(sessionId: string): Promise<void>;
}

/** What is at the other end. */
export interface SessionsOptions {
  readonly claim: ClientClaim;
  readonly archive: SessionArchive;
  readonly model: Model;
}

/** The built-in agent, with jobs and with nothing asked, and a client in one process. */
export async function connectSessions(options: SessionsOptions): Promise<SessionsClient> {
  const { claim, archive, model } = options;
  const served = serveAgent(
    createHarness({
      info: { name: "test", title: "Test", version: "0" },
      model,
      tools: createSessionTools,
      runner: createLocalRunner(),
      archive,
      permissionMode: "full",
      checkDirectory: checkWorkingDirectory,
    }),
  );
  const events: DisplayEvent[] = [];
  const updates: object[] = [];
  const terminals = displayTerminals({ onEvent: (event) => events.push(event) });
  const [toAgent, toClient] = [createPipe(), createPipe()];
  served.connect({ readable: toAgent.readable, writable: toClient.writable });
  const stream = observeStream(
    { readable: toClient.readable, writable: toAgent.writable },
    {
      onSend: (message) => terminals.send(message),
      onReceive(message) {
        terminals.receive(message);
        if ("method" in message && message.method === "session/update") {
          updates.push((message.params as { update: object }).update); // our own agent sends it
        }
        return true;
      },
    },
  );
  const peer = await (claim === "v2" ? openV2(stream, updates) : openV1(stream, claim));
  return {
    events,
    updates,
    ...peer,
    async [Symbol.asyncDispose]() {
      peer.end();
      await served.dispose();
    },
  };
}

type Peer = Omit<SessionsClient, "events" | "updates" | keyof AsyncDisposable> & { end(): void };

async function openV1(stream: Stream, claim: ClientClaim): Promise<Peer> {
  const connection = client({ name: "test" })
    .onNotification("session/update", () => undefined)
    .onRequest("session/request_permission", () => ({ outcome: { outcome: "cancelled" } as const }))
    .connect(stream);
  const { agent } = connection;
  await agent.request("initialize", {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: claimCapabilities(claim),
  });
  return {
    create: async (cwd) => (await agent.request("session/new", { cwd, mcpServers: [] })).sessionId,
    async prompt(sessionId, text) {
      await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
    },
    async setMode(sessionId, modeId) {
      await agent.request("session/set_mode", { sessionId, modeId });
    },
    async load(sessionId, cwd) {
      await agent.request("session/load", { sessionId, cwd, mcpServers: [] });
    },
    async close(sessionId) {
      await agent.request("session/close", { sessionId });
    },
    end: () => connection.close(),
  };
}

/** `updates` tell when a turn has ended. */
async function openV2(stream: Stream, updates: readonly object[]): Promise<Peer> {
  const v2 = await import("@agentclientprotocol/sdk/experimental/v2");
  const changes = new Set<() => void>();
  const connection = v2
    .client({ name: "test" })
    .onNotification("session/update", () => {
      for (const look of changes) look();
    })
    .onRequest("session/request_permission", () => ({ outcome: { outcome: "cancelled" } as const }))
    .connect(stream);
  const { agent } = connection;
  await agent.request("initialize", {
    protocolVersion: v2.PROTOCOL_VERSION,
    info: { name: "test", version: "0" },
  });
  return {
    create: async (cwd) => (await agent.request("session/new", { cwd })).sessionId,
    async prompt(sessionId, text) {
      const from = updates.length;
      const idle = new Promise<void>((resolve) => {
        const look = (): void => {
          if (!updates.slice(from).some((update) => "stopReason" in update)) return;
          changes.delete(look);
          resolve();
        };
        changes.add(look);
      });
      await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
      await idle;
    },
    async setMode(sessionId, value) {
      const change = { type: "id", configId: "mode", value } as const;
      await agent.request("session/set_config_option", { sessionId, ...change });
    },
    async load(sessionId, cwd) {
      await agent.request("session/resume", { sessionId, cwd, replayFrom: { type: "start" } });
    },
    async close(sessionId) {
      await agent.request("session/close", { sessionId });
    },
    end: () => connection.close(),
  };
}

const createPipe = (): TransformStream<AnyMessage, AnyMessage> => new TransformStream();
