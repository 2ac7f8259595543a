import {
  agent,
  client,
  methods,
  PROTOCOL_VERSION,
  type AnyMessage,
} from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { createClientRunner, createToolCallBridge } from "@termwire/acp/agent";
import { createClientTerminals } from "@termwire/acp/client";
import { createLocalRunner, isExecutable } from "@termwire/process";
import { applyTerminalEvent, type TerminalState } from "@termwire/terminal";
import { createBashTool } from "@termwire/tools";
import { findProcesses, uniqueSleep } from "./processes.ts";

/** Has an agent run one call of bash in its client, whose person cancels it or not, and gives the client's card. */
async function showCard(input: object, cancelsAt: "first output" | null = null) {
  const closed = new AbortController();
  const cancelled = new AbortController();
  let state: TerminalState | undefined;
  let cancel = (): void => undefined;
  const terminals = createClientTerminals({
    host: { runner: createLocalRunner(), isExecutable },
    claim: "client",
    onEvent({ event }) {
      state = applyTerminalEvent(state, event);
      if (cancelsAt !== null && event.type === "output-appended") cancel();
    },
  });
  const toAgent = new TransformStream<AnyMessage, AnyMessage>();
  const toClient = new TransformStream<AnyMessage, AnyMessage>();
  agent({ name: "test" })
    .onRequest(methods.agent.initialize, () => ({
      protocolVersion: PROTOCOL_VERSION,
      agentCapabilities: {},
    }))
    .onRequest(methods.agent.session.new, () => ({ sessionId: "s1" }))
    .onNotification(methods.agent.session.cancel, () => cancelled.abort())
    .onRequest(methods.agent.session.prompt, async ({ client: peer }) => {
      const runner = createClientRunner({ client: peer, sessionId: "s1", closed: closed.signal });
      const bridge = createToolCallBridge({
        dialect: { kind: "client" },
        cwd: "/",
        send: (update) => peer.notify("session/update", { sessionId: "s1", update }),
      });
      const call = { tool: createBashTool(), input, callId: "c1", runner };
      await bridge.runTool({ ...call, signal: cancelled.signal });
      return { stopReason: cancelled.signal.aborted ? "cancelled" : "end_turn" };
    })
    .connect({ readable: toAgent.readable, writable: toClient.writable });
  const stream = { readable: toClient.readable, writable: toAgent.writable };
  const app = terminals.serve(client({ name: "test" }));
  const { agent: peer } = app.connect(terminals.observe(stream));
  const clientCapabilities = terminals.capabilities;
  await peer.request("initialize", { protocolVersion: PROTOCOL_VERSION, clientCapabilities });
  await peer.request("session/new", { cwd: "/", mcpServers: [] });
  cancel = () => void peer.notify("session/cancel", { sessionId: "s1" });
  await peer.request("session/prompt", {
    sessionId: "s1",
    prompt: [{ type: "text", text: "run" }],
  });
  await terminals.dispose();
  return state;
}

describe("the client's card of a command its agent had ended", () => {
  it("says that its time was over (cases 27, 122, 125)", async () => {
    const sleep = uniqueSleep();
    const card = await showCard({ command: `echo on; ${sleep} & ${sleep}`, timeoutMs: 1_500 });
    expect(card?.ending).toEqual({ kind: "signaled", signal: "SIGTERM", cause: "timeout" });
    expect(card?.outputBytes).toBe(3);
    expect(findProcesses(sleep)).toEqual([]);
  });

  it("says that its turn was cancelled (cases 51, 123)", async () => {
    const sleep = uniqueSleep();
    const card = await showCard({ command: `echo on; ${sleep} & ${sleep}` }, "first output");
    expect(card?.ending).toEqual({ kind: "signaled", signal: "SIGTERM", cause: "cancelled" });
    expect(findProcesses(sleep)).toEqual([]);
  });

  it("says nothing of the kind when it ended by itself", async () => {
    const card = await showCard({ command: "echo on; exit 3", timeoutMs: 60_000 });
    expect(card?.ending).toEqual({ kind: "exited", code: 3, cause: "exit" });
  });
});
