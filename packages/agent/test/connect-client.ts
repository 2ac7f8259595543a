import {
  client,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import { serveAgent, type AgentHarness } from "@termwire/acp/agent";
import {
  claimCapabilities,
  displayTerminals,
  type ClientClaim,
  type DisplayEvent,
} from "@termwire/acp/client";

/** What the person answers; the id of a choice, null to cancel, or a throw. */
export type Answer = (request: RequestPermissionRequest) => string | null | Promise<string | null>;

export interface ClientOptions {
  readonly claim?: ClientClaim;
  readonly answer?: Answer;
}

/** A harness and a real client in one process. */
export async function connectClient(harness: AgentHarness, options: ClientOptions = {}) {
  const served = serveAgent(harness);
  const events: DisplayEvent[] = [];
  const updates: SessionUpdate[] = [];
  const questions: RequestPermissionRequest[] = [];
  const terminals = displayTerminals({ onEvent: (event) => events.push(event) });
  const answer = options.answer ?? (() => null);
  const connection = client({ name: "test" })
    .onNotification("session/update", ({ method, params }) => {
      updates.push(params.update);
      terminals.receive({ method, params });
    })
    .onRequest("session/request_permission", async ({ params }) => {
      questions.push(params);
      const optionId = await answer(params);
      return {
        outcome: optionId === null ? { outcome: "cancelled" } : { outcome: "selected", optionId },
      };
    })
    .connect(served.app);
  const { agent } = connection;
  await agent.request("initialize", {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: claimCapabilities(options.claim ?? "meta"),
  });
  return {
    agent,
    events,
    updates,
    questions,
    connection,
    served,
    newSession: (cwd: string) => agent.request("session/new", { cwd, mcpServers: [] }),
    loadSession: (sessionId: string, cwd: string) =>
      agent.request("session/load", { sessionId, cwd, mcpServers: [] }),
    prompt: (sessionId: string, text: string) =>
      agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] }),
    async [Symbol.asyncDispose]() {
      connection.close();
      await served.dispose();
    },
  };
}
