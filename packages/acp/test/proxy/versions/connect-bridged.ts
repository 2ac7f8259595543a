import { client as createV1Client, type AnyMessage, type Stream } from "@agentclientprotocol/sdk";
import * as v2 from "@agentclientprotocol/sdk/experimental/v2";
import { serveAgent, type AgentHarness } from "@termwire/acp/agent";
import {
  startProxy,
  type LinePeer,
  type ProxyChange,
  type ProxyOptions,
} from "@termwire/acp/proxy";
import type { AnswerPermission, Update } from "../../agent/connect-agent.ts";
import { toFields } from "../memory-peer.ts";

/** What stands around the proxy. */
export interface BridgedOptions {
  readonly answer?: AnswerPermission;
  /** The `clientCapabilities` of a client of version 1. */
  readonly capabilities?: Record<string, unknown>;
  readonly createHost?: ProxyOptions["createHost"];
}

const nobody: AnswerPermission = () => ({ outcome: { outcome: "cancelled" } });

/** A client of version 1 and the agent of version 2, each the real SDK, with the proxy between them. */
export async function connectV1ToV2(harness: AgentHarness, options: BridgedOptions = {}) {
  const { stream, updates, see, ...ends } = connect(harness, 2, options);
  const peer = createV1Client({ name: "test" })
    .onNotification("session/update", see)
    .onRequest("session/request_permission", ({ params }) => ends.answer(params) as never)
    .connect(stream);
  const introduction = await peer.agent.request("initialize", {
    protocolVersion: 1,
    clientCapabilities: options.capabilities ?? { _meta: { terminal_output: true } },
  });
  return {
    agent: peer.agent,
    introduction,
    updates,
    changes: ends.changes,
    prompt: (sessionId: string, text: string) =>
      peer.agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] }),
    create: async (cwd = "/p") =>
      (await peer.agent.request("session/new", { cwd, mcpServers: [] })).sessionId,
    async [Symbol.asyncDispose]() {
      peer.close();
      await ends.dispose();
    },
  };
}

/** A client of version 2 and the agent of version 1. */
export async function connectV2ToV1(harness: AgentHarness, options: BridgedOptions = {}) {
  const { stream, updates, see, ...ends } = connect(harness, 1, options);
  const peer = v2
    .client({ name: "test" })
    .onNotification("session/update", see)
    .onRequest("session/request_permission", ({ params }) => ends.answer(params) as never)
    .connect(stream);
  const introduction = await peer.agent.request("initialize", {
    protocolVersion: 2,
    info: { name: "test", version: "0" },
  });
  return {
    agent: peer.agent,
    introduction,
    updates,
    changes: ends.changes,
    prompt: (sessionId: string, text: string) =>
      peer.agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] }),
    create: async (cwd = "/p") => (await peer.agent.request("session/new", { cwd })).sessionId,
    async [Symbol.asyncDispose]() {
      peer.close();
      await ends.dispose();
    },
  };
}

function connect(harness: AgentHarness, agentVersion: 1 | 2, options: BridgedOptions) {
  const served = serveAgent(harness);
  const client = createPipe();
  const agent = createPipe();
  const changes: ProxyChange[] = [];
  const connection = served.connect(limitVersion(agent.stream, agentVersion));
  const proxy = startProxy({
    client: client.peer,
    agent: agent.peer,
    createHost: options.createHost ?? null,
    explain: (change) => changes.push(change),
  });
  const updates: Update[] = [];
  return {
    stream: client.stream,
    updates,
    changes,
    answer: options.answer ?? nobody,
    see: ({ params }: { params: { update: unknown } }): void => {
      updates.push(params.update as Update); // read as a record by every test
    },
    async dispose() {
      connection.close();
      await connection.closed;
      await proxy.dispose();
      await served.dispose();
    },
  };
}

/** Messages on one end, lines on the other. */
function createPipe(): { readonly stream: Stream; readonly peer: LinePeer } {
  const toProxy = new TransformStream<AnyMessage, AnyMessage>();
  const fromProxy = new TransformStream<AnyMessage, AnyMessage>(undefined, undefined, {
    highWaterMark: 1000,
  });
  const writer = fromProxy.writable.getWriter();
  async function* read(): AsyncGenerator<Uint8Array> {
    for await (const message of toProxy.readable) {
      yield new TextEncoder().encode(`${JSON.stringify(message)}\n`);
    }
  }
  return {
    stream: { readable: fromProxy.readable, writable: toProxy.writable },
    peer: {
      input: read(),
      async write(line) {
        const text = typeof line === "string" ? line : new TextDecoder().decode(line);
        await writer.write(JSON.parse(text) as AnyMessage).catch(() => undefined); // what the proxy wrote
      },
    },
  };
}

/** Our agent speaks both versions; here it refuses the one it is not asked to speak, or answers in the other. */
function limitVersion(stream: Stream, version: 1 | 2): Stream {
  const asked = new TransformStream<AnyMessage, AnyMessage>({
    transform(message, controller) {
      const { method, params } = toFields(message);
      const isAsked = method === "initialize";
      if (isAsked && version === 2 && toFields(params)["protocolVersion"] !== 2) {
        void refuse(toFields(message)["id"]);
        return;
      }
      const limited = { ...message, params: { ...toFields(params), protocolVersion: version } };
      controller.enqueue(isAsked ? limited : message);
    },
  });
  const told = new TransformStream<AnyMessage, AnyMessage>();
  void told.readable.pipeTo(stream.writable).catch(() => undefined);
  const writer = told.writable.getWriter();
  const refuse = async (id: unknown): Promise<void> => {
    const data = { requested: 1, supported: [2] };
    const error = { code: -32022, message: "Unsupported protocol version", data };
    await writer.write({ jsonrpc: "2.0", id, error } as AnyMessage); // as the SDK refuses
  };
  const writable = new WritableStream<AnyMessage>({
    write: (message) => writer.write(message),
    close: () => writer.close(),
  });
  void stream.readable.pipeTo(asked.writable).catch(() => undefined);
  return { readable: asked.readable, writable };
}
