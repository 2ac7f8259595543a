import {
  client,
  PROTOCOL_VERSION,
  type AnyMessage,
  type ContentBlock,
  type McpServer,
  type Stream,
} from "@agentclientprotocol/sdk";
import type {
  ContentBlock as V2ContentBlock,
  McpServer as V2McpServer,
} from "@agentclientprotocol/sdk/experimental/v2";
import { serveAgent, type AgentHarness, type ServedAgent } from "@termwire/acp/agent";
import {
  claimCapabilities,
  displayTerminals,
  observeStream,
  serveTerminals,
  terminalHost,
  trackSessions,
  type ClientClaim,
  type DisplayEvent,
  type HostConnection,
} from "@termwire/acp/client";
import {
  createHarness,
  createShellModel,
  type HarnessOptions,
  type Model,
  type PermissionMode,
} from "@termwire/agent";
import { checkWorkingDirectory, createLocalRunner, isExecutable } from "@termwire/process";
import { createBashTool, createToolRegistry } from "@termwire/tools";

/** What a test may choose. */
export interface ServeSessionOptions {
  /** Absent: the prompt is the command line. */
  readonly model?: Model;
  /** Absent: `full`, so that nothing is asked. */
  readonly permissionMode?: PermissionMode;
  /** Which kind of choice the person takes; `never` does not answer. Absent: allows once. */
  readonly answer?: "allow_once" | "reject_once" | "cancelled" | "never";
  /** Absent: `bash` without jobs. */
  readonly tools?: HarnessOptions["tools"];
  /** What else the harness is made of. */
  readonly harness?: Partial<HarnessOptions>;
  /** In the form of the version that is claimed. */
  readonly mcpServers?: readonly object[];
}

/** A model whose prompt is the arguments of bash, as JSON. */
export function createArgumentsModel(): Model {
  return {
    name: "arguments",
    async *respond({ messages }) {
      const last = messages.at(-1);
      if (last?.role === "user") {
        yield { type: "tool-call", name: "bash", input: JSON.parse(last.text) };
      }
    },
  };
}

/**
 * The built-in agent and a real client of either version in one process, with one session open. A client that claims
 * `client` runs the commands.
 */
export async function serveSession(
  claim: ClientClaim,
  cwd: string = process.cwd(),
  options: ServeSessionOptions = {},
) {
  const execution = claim === "client" ? "client" : "agent";
  const served = serveAgent(createTestHarness(options), { execution });
  const events: DisplayEvent[] = [];
  const updates: unknown[] = [];
  const watchers = new Set<() => void>();
  const terminals = displayTerminals({
    onEvent: (event) => events.push(event),
    ownTerminals: "host",
  });
  const host = terminalHost({
    runner: createLocalRunner(),
    isExecutable,
    onEvent: (sessionId, event) => terminals.feed(sessionId, event),
  }).connect();
  const sessions = trackSessions({
    onOpen: (sessionId, directory) => host.openSession(sessionId, directory),
    onClose: (sessionId) => void host.closeSession(sessionId),
  });
  const asked: unknown[] = [];
  const answer = createAnswer(asked, options.answer ?? "allow_once");
  const stream = observeStream(connectInMemory(served), {
    onSend(message) {
      sessions.send(message);
      terminals.send(message);
    },
    onReceive(message) {
      sessions.receive(message);
      terminals.receive(message);
      if ("method" in message && message.method === "session/update") {
        updates.push((message.params as { update: unknown }).update); // our own agent sends it
      }
      for (const watcher of watchers) watcher();
      return true;
    },
  });
  const mcpServers = options.mcpServers ?? [];
  const peer =
    claim === "v2"
      ? await openV2(stream, { cwd, answer, mcpServers })
      : await openV1(stream, { cwd, claim, host, answer, mcpServers });
  return {
    events,
    updates,
    /** The permission requests. */
    asked,
    served,
    stopTerminal: peer.stopTerminal,
    sessionId: peer.sessionId,
    async prompt(text: string, images: readonly Image[] = []): Promise<{ stopReason: string }> {
      const from = updates.length;
      const reply = await peer.prompt(text, images);
      if ("stopReason" in reply) return { stopReason: reply.stopReason };
      return { stopReason: await untilIdle(updates.slice.bind(updates, from), watchers) };
    },
    cancel: () => peer.cancel(),
    output: () => toBytes(events).toString(),
    bytes: () => toBytes(events),
    async [Symbol.asyncDispose]() {
      peer.close();
      await served.dispose();
      await host.dispose();
    },
  };
}

/** A block of a prompt. */
export type Image = { type: "image"; mimeType: string; data: string };

type Answer = (params: { options: { optionId: string; kind: string }[] }) => Promise<{
  outcome: { outcome: "cancelled" } | { outcome: "selected"; optionId: string };
}>;

function createAnswer(
  asked: unknown[],
  choice: NonNullable<ServeSessionOptions["answer"]>,
): Answer {
  return async (params) => {
    asked.push(params);
    if (choice === "never") return new Promise(() => undefined);
    const option = params.options.find(({ kind }) => kind === choice);
    return option === undefined
      ? { outcome: { outcome: "cancelled" } }
      : { outcome: { outcome: "selected", optionId: option.optionId } };
  };
}

function createTestHarness({
  model,
  permissionMode,
  tools,
  harness,
}: ServeSessionOptions): AgentHarness {
  const plain = createToolRegistry();
  plain.register(createBashTool());
  return createHarness({
    info: { name: "test", title: "Test", version: "0" },
    model: model ?? createShellModel(),
    tools: tools ?? plain,
    runner: createLocalRunner(),
    checkDirectory: checkWorkingDirectory,
    permissionMode: permissionMode ?? "full",
    ...harness,
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
  parts: {
    readonly cwd: string;
    readonly claim: ClientClaim;
    readonly host: HostConnection;
    readonly answer: Answer;
    readonly mcpServers: readonly object[];
  },
) {
  const { cwd, claim, host, answer, mcpServers } = parts;
  const app = client({ name: "test" })
    .onNotification("session/update", () => undefined)
    .onRequest("session/request_permission", ({ params }) => answer(params));
  if (claim === "client") serveTerminals(app, host);
  const connection = app.connect(stream);
  const { agent } = connection;
  await agent.request("initialize", {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: claimCapabilities(claim, { terminals: claim === "client" }),
  });
  const { sessionId } = await agent.request("session/new", {
    cwd,
    mcpServers: mcpServers as McpServer[], // in the form of this version
  });
  return {
    sessionId,
    stopTerminal: (_terminalId: string): Promise<unknown> =>
      Promise.reject(new Error("version 1 has no terminal/cancel")),
    prompt(text: string, images: readonly Image[]) {
      const prompt: ContentBlock[] = [{ type: "text", text }, ...images];
      return agent.request("session/prompt", { sessionId, prompt });
    },
    cancel: () => agent.notify("session/cancel", { sessionId }),
    close: () => connection.close(),
  };
}

async function openV2(
  stream: Stream,
  parts: {
    readonly cwd: string;
    readonly answer: Answer;
    readonly mcpServers: readonly object[];
  },
) {
  const { cwd, answer, mcpServers } = parts;
  const v2 = await import("@agentclientprotocol/sdk/experimental/v2");
  const connection = v2
    .client({ name: "test" })
    .onNotification("session/update", () => undefined)
    .onRequest("session/request_permission", ({ params }) => answer(params))
    .connect(stream);
  const { agent } = connection;
  await agent.request("initialize", {
    protocolVersion: v2.PROTOCOL_VERSION,
    info: { name: "test", version: "0" },
  });
  const { sessionId } = await agent.request("session/new", {
    cwd,
    mcpServers: mcpServers as V2McpServer[], // in the form of this version
  });
  return {
    sessionId,
    stopTerminal: (terminalId: string): Promise<unknown> =>
      agent.request("terminal/cancel", { sessionId, terminalId }),
    prompt(text: string, images: readonly Image[]) {
      const prompt: V2ContentBlock[] = [{ type: "text", text }, ...images];
      return agent.request("session/prompt", { sessionId, prompt });
    },
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
