import {
  agent,
  assertSupportedMcpServers,
  methods,
  PROTOCOL_VERSION,
  type AgentApp,
  type AgentContext,
  type InitializeResponse,
  type ListSessionsResponse,
  type McpCapabilities,
  type NewSessionRequest,
  type NewSessionResponse,
  type PromptRequest,
  type PromptResponse,
  type ResumeSessionRequest,
  type ResumeSessionResponse,
  type SetSessionConfigOptionRequest,
  type SetSessionConfigOptionResponse,
} from "@agentclientprotocol/sdk/experimental/v2";
import { AcpError } from "../../acp-error.ts";
import { toOfferMeta } from "../../terminal-control.ts";
import { answerRequest } from "../../wire-error.ts";
import type { LiveTerminals } from "../bridge/live-terminals.ts";
import type { AgentHarness, McpServer, TurnStopReason } from "../harness.ts";
import type { OpenSession } from "../open-session.ts";
import { parseMcpServers } from "../parse-mcp-servers.ts";
import { parsePrompt } from "../parse-prompt.ts";
import { serveForkRequests, type ForkRequest } from "../serve-fork-requests.ts";
import { serveTerminalRequests } from "../serve-terminal-requests.ts";
import { ServedSessions, type SessionQuery } from "../served-sessions.ts";
import type { ServedVersion } from "../served-version.ts";
import { createV2Channel, type V2Channel } from "./create-channel.ts";
import { toV2Options } from "./session-options.ts";
import { createMessageId } from "./speech.ts";

/** JSON-RPC's code for what went wrong inside. */
const INTERNAL_ERROR = -32603;

/** Puts a harness behind the draft of ACP v2. Serves one connection. The agent runs the commands. */
export function serveV2(harness: AgentHarness): ServedVersion<AgentApp> {
  const connection = new V2Connection(harness);
  return { app: createApp(harness, connection), dispose: () => connection.dispose() };
}

function createApp(harness: AgentHarness, connection: V2Connection): AgentApp {
  const { session, toolCall, terminal } = methods.agent;
  const findTerminals = (sessionId: string): LiveTerminals => connection.findTerminals(sessionId);
  const app = agent({ name: harness.info.name })
    .onConnect(({ signal, client }) => connection.follow(signal, client))
    .onRequest(methods.agent.initialize, () => connection.initialize())
    .onRequest(session.new, ({ params }) => answerRequest(() => connection.create(params)))
    .onRequest(session.resume, ({ params }) => answerRequest(() => connection.resume(params)))
    .onRequest(session.list, ({ params }) => answerRequest(() => connection.list(params)))
    .onRequest(session.close, ({ params }) =>
      answerRequest(() => connection.close(params.sessionId)),
    )
    .onRequest(session.setConfigOption, ({ params }) =>
      answerRequest(() => connection.setConfigOption(params)),
    )
    .onRequest(session.prompt, ({ params, signal }) =>
      answerRequest(() => connection.prompt(params, signal)),
    )
    .onNotification(session.cancel, ({ params }) => connection.cancel(params.sessionId))
    .onRequest(toolCall.cancel, ({ params }) =>
      answerRequest(async () => connection.stopCall(params.sessionId, params.toolCallId)),
    )
    .onRequest(terminal.cancel, ({ params }) =>
      answerRequest(async () => findTerminals(params.sessionId).stop(params.terminalId)),
    );
  const extended = serveTerminalRequests(app, ["input", "resize"], findTerminals);
  if (harness.store === undefined) return extended;
  const stored = extended.onRequest(session.delete, ({ params }) =>
    answerRequest(() => connection.delete(params.sessionId)),
  );
  if (harness.store.forkSession === undefined) return stored;
  return serveForkRequests(stored, (fork) => connection.fork(fork));
}

class V2Connection {
  readonly #sessions: ServedSessions<V2Channel>;
  readonly #harness: AgentHarness;
  readonly #closed = new AbortController();
  readonly #mcp: McpCapabilities | null;
  #client: AgentContext | null = null;
  #acceptsImages = false;

  constructor(harness: AgentHarness) {
    this.#harness = harness;
    this.#mcp = harness.usesMcpServers === true ? { stdio: {}, http: {} } : null;
    this.#sessions = new ServedSessions({
      harness,
      createClientRunner: () => null,
      createChannel: (session) =>
        createV2Channel({
          ...session,
          client: this.#connected(),
          closed: this.#closed.signal,
          // It may have been taken back, as by a cancel: then it waits for the next prompt.
          onFollowUpDue: () => void this.#followUp(session.sessionId).catch(() => undefined),
        }),
    });
  }

  /** Ends everything with the connection. */
  follow(signal: AbortSignal, client: AgentContext): void {
    this.#client = client;
    signal.addEventListener("abort", () => void this.dispose(), { once: true });
  }

  dispose(): Promise<void> {
    this.#closed.abort();
    return this.#sessions.dispose();
  }

  async initialize(): Promise<InitializeResponse> {
    const { store, info, acceptsImages } = this.#harness;
    this.#acceptsImages = (await acceptsImages?.()) ?? false;
    return {
      protocolVersion: PROTOCOL_VERSION,
      info,
      capabilities: {
        session: {
          ...(this.#acceptsImages && { prompt: { image: {} } }),
          ...(this.#mcp !== null && { mcp: this.#mcp }),
          ...(store !== undefined && { delete: {} }),
          ...(store?.forkSession !== undefined && { fork: {} }),
        },
        _meta: toOfferMeta({ input: true, resize: true }),
      },
    };
  }

  async create({ cwd, mcpServers }: NewSessionRequest): Promise<NewSessionResponse> {
    const place = { cwd, mcpServers: this.#readMcpServers(mcpServers) };
    return this.#tellNew(await this.#sessions.create(place));
  }

  async fork({ sessionId, cwd, mcpServers }: ForkRequest): Promise<NewSessionResponse> {
    const place = { cwd, mcpServers: this.#readMcpServers(mcpServers) };
    return this.#tellNew(await this.#sessions.fork(sessionId, place));
  }

  #tellNew({ sessionId, session, channel }: OpenSession<V2Channel>): NewSessionResponse {
    channel.tellCommands();
    return { sessionId, configOptions: toV2Options(session.settings) };
  }

  /** What is replayed, and then how things are, has been told before this resolves. */
  async resume(params: ResumeSessionRequest): Promise<ResumeSessionResponse> {
    const { sessionId, cwd, replayFrom } = params;
    const mcpServers = this.#readMcpServers(params.mcpServers);
    if (replayFrom !== undefined && replayFrom !== null && replayFrom.type !== "start") {
      const message = `replayFrom: expected {"type":"start"}, got ${JSON.stringify(replayFrom)}`;
      throw new AcpError("invalid-params", message, { replayFrom });
    }
    const { session, channel } = await this.#sessions.resume({ sessionId, cwd, mcpServers });
    if (replayFrom?.type === "start") await session.replay(channel.bridge);
    await channel.state.tell();
    channel.tellCommands();
    return { configOptions: toV2Options(session.settings) };
  }

  list(query: SessionQuery): Promise<ListSessionsResponse> {
    return this.#sessions.list(query);
  }

  async delete(sessionId: string): Promise<void> {
    await this.#sessions.delete(sessionId);
  }

  async close(sessionId: string): Promise<void> {
    this.#sessions.find(sessionId).channel.prompts.refuse();
    await this.#sessions.close(sessionId);
  }

  async setConfigOption({
    sessionId,
    configId,
    value,
  }: SetSessionConfigOptionRequest): Promise<SetSessionConfigOptionResponse> {
    const session = await this.#sessions.changeSetting(sessionId, configId, value);
    return { configOptions: toV2Options(session.settings) };
  }

  /** Resolves when the prompt is part of the conversation; the work on it is told by the session's state. */
  async prompt({ sessionId, prompt }: PromptRequest, signal: AbortSignal): Promise<PromptResponse> {
    const open = this.#sessions.find(sessionId);
    const parsed = parsePrompt(prompt, { acceptsImages: this.#acceptsImages });
    const { prompts, bridge, state } = open.channel;
    const leave = await prompts.enter(signal);
    const messageId = createMessageId();
    await bridge.showUserMessage(parsed.text, messageId, parsed.images);
    await state.run();
    const work = () => this.#sessions.prompt(sessionId, { ...parsed, messageId });
    void this.#work(open, work).finally(leave);
    return { messageId };
  }

  /** A turn that nobody prompted, in line with the prompts; none when it is not due any more by then. */
  async #followUp(sessionId: string): Promise<void> {
    const open = this.#sessions.find(sessionId);
    const { prompts, state } = open.channel;
    const leave = await prompts.enter(this.#closed.signal);
    if (open.session.followUps?.isDue === true) {
      await state.run();
      await this.#work(open, () => this.#sessions.followUp(sessionId));
    }
    leave();
  }

  /** What is at work and what is held; what runs in the background goes on. */
  cancel(sessionId: string): void {
    try {
      this.#sessions.find(sessionId).channel.prompts.refuse();
    } catch {
      return; // a session that has just been closed
    }
    this.#sessions.cancel(sessionId);
  }

  stopCall(sessionId: string, toolCallId: string): void {
    if (this.#sessions.find(sessionId).channel.bridge.stopCall(toolCallId)) return;
    throw new AcpError("invalid-params", `no call "${toolCallId}" runs`, { toolCallId });
  }

  findTerminals(sessionId: string): LiveTerminals {
    return this.#sessions.find(sessionId).channel.bridge.terminals;
  }

  async #work(
    { channel }: OpenSession<V2Channel>,
    work: () => Promise<TurnStopReason>,
  ): Promise<void> {
    try {
      await channel.state.stop({ stopReason: await work() });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await channel.state.stop({
        stopReason: "error",
        error: { code: INTERNAL_ERROR, message },
      });
    }
  }

  #readMcpServers(servers: readonly object[] | null | undefined): readonly McpServer[] {
    const named = servers as NewSessionRequest["mcpServers"]; // of objects, only names and types are looked at
    assertSupportedMcpServers(named, this.#mcp);
    return parseMcpServers(servers ?? []);
  }

  #connected(): AgentContext {
    if (this.#client === null) throw new AcpError("closed", "the agent is not connected");
    return this.#client;
  }
}
