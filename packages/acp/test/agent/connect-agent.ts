import { client as createV1Client, type AnyMessage, type Stream } from "@agentclientprotocol/sdk";
import * as v2 from "@agentclientprotocol/sdk/experimental/v2";
import { expect } from "vitest";
import { serveAgent, type AgentHarness } from "@termwire/acp/agent";
import { judgeAgent } from "./judge-agent.ts";

/** One `session/update`, as it came. */
export type Update = Readonly<Record<string, unknown>> & { readonly sessionUpdate: string };

/** Answers a permission request; what it gives is checked by nobody. */
export type AnswerPermission = (params: Readonly<Record<string, unknown>>) => unknown;

/**
 * Both ends of a connection in memory, with everything the agent sends in `updates`. What the agent says is judged: `end`
 * throws when it broke something it must keep.
 */
function connectInMemory(harness: AgentHarness) {
  const served = serveAgent(harness);
  const judge = judgeAgent();
  const toAgent = createWire((message) => judge.take("c2a", message));
  const toClient = createWire((message) => judge.take("a2c", message));
  const connection = served.connect({ readable: toAgent.readable, writable: toClient.writable });
  const stream: Stream = { readable: toClient.readable, writable: toAgent.writable };
  const updates: Update[] = [];
  const see = ({ params }: { params: { update: unknown } }): void => {
    updates.push(params.update as Update); // our own agent sends it
  };
  const end = async (close: () => void): Promise<void> => {
    close();
    connection.close();
    await connection.closed;
    await served.dispose();
    expect(judge.end()).toEqual([]);
  };
  return { stream, updates, see, end };
}

function createWire(see: (message: AnyMessage) => void) {
  return new TransformStream<AnyMessage, AnyMessage>({
    transform(message, controller) {
      see(message);
      controller.enqueue(message);
    },
  });
}

const nobody: AnswerPermission = () => ({ outcome: { outcome: "cancelled" } });

/** Serves `harness` to a client of version 1. */
export async function connectV1(
  harness: AgentHarness,
  { meta = true, answer = nobody }: { meta?: boolean | "delta"; answer?: AnswerPermission } = {},
) {
  const { stream, updates, see, end } = connectInMemory(harness);
  const peer = createV1Client({ name: "test" })
    .onNotification("session/update", see)
    .onRequest("session/request_permission", ({ params }) => answer(params) as never)
    .connect(stream);
  const key = meta === "delta" ? "terminal_output_delta" : "terminal_output";
  const introduction = await peer.agent.request("initialize", {
    protocolVersion: 1,
    clientCapabilities: { ...(meta !== false && { _meta: { [key]: true } }) },
  });
  return {
    agent: peer.agent,
    /** Any request, as it is. */
    request: (method: string, params: object): Promise<unknown> =>
      peer.agent.request(method as `_${string}`, params), // which is checked by nobody
    introduction,
    updates,
    async create(cwd = "/p"): Promise<string> {
      return (await peer.agent.request("session/new", { cwd, mcpServers: [] })).sessionId;
    },
    prompt: (sessionId: string, text: string) =>
      peer.agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] }),
    [Symbol.asyncDispose]: () => end(() => peer.close()),
  };
}

/** Serves `harness` to a client of version 2. */
export async function connectV2(
  harness: AgentHarness,
  { answer = nobody }: { answer?: AnswerPermission } = {},
) {
  const { stream, updates, see, end } = connectInMemory(harness);
  const peer = v2
    .client({ name: "test" })
    .onNotification("session/update", see)
    .onRequest("session/request_permission", ({ params }) => answer(params) as never)
    .connect(stream);
  const introduction = await peer.agent.request("initialize", {
    protocolVersion: 2,
    info: { name: "test", version: "0" },
  });
  return {
    agent: peer.agent,
    /** Any request, as it is. */
    request: (method: string, params: object): Promise<unknown> =>
      peer.agent.request(method as `_${string}`, params), // which is checked by nobody
    introduction,
    updates,
    async create(cwd = "/p"): Promise<string> {
      return (await peer.agent.request("session/new", { cwd })).sessionId;
    },
    prompt: (sessionId: string, text: string) =>
      peer.agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] }),
    [Symbol.asyncDispose]: () => end(() => peer.close()),
  };
}

/** Resolves once `holds`; a test's own time limit is the bound. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/** Resolves when `signal` aborts, as a harness that works until it is cancelled. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
