import {
  agent,
  assertSupportedMcpServers,
  methods,
  PROTOCOL_VERSION,
  type AgentApp,
  type AgentContext,
  type InitializeResponse,
  type ListSessionsResponse,
  type NewSessionRequest,
  type NewSessionResponse,
  type PromptRequest,
  type PromptResponse,
  type ResumeSessionRequest,
  type ResumeSessionResponse,
  type SessionUpdate,
  type SetSessionConfigOptionRequest,
  type SetSessionConfigOptionResponse,
} from "@agentclientprotocol/sdk/experimental/v2";
import { AcpError } from "../../acp-error.ts";
import { toOfferMeta } from "../../terminal-control.ts";
import { answerRequest } from "../../wire-error.ts";
import type { LiveTerminals } from "../bridge/live-terminals.ts";
import { createSessionBridge } from "../bridge/session-bridge.ts";
import type { AgentHarness, HarnessSession } from "../harness.ts";
import type { OpenSession, SessionChannel } from "../open-session.ts";
import { toPromptText } from "../prompt-text.ts";
import { serveTerminalRequests } from "../serve-terminal-requests.ts";
import { ServedSessions } from "../served-sessions.ts";
import type { ServedVersion } from "../served-version.ts";
import { createSessionGate } from "../session-gate.ts";
import { askV2Permission } from "./ask-permission.ts";
import { createHeldPrompts, type HeldPrompts } from "./held-prompts.ts";
import { createV2ChangeReader, toV2Options } from "./session-options.ts";
import { createSessionState, type SessionState } from "./session-state.ts";
import { createMessageId, createV2Speech } from "./speech.ts";

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
    .onRequest(session.list, ({ params }) =>
      answerRequest(() => connection.list(params.cwd ?? null, params.cursor ?? null)),
    )
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
  return extended.onRequest(session.delete, ({ params }) =>
    answerRequest(() => connection.delete(params.sessionId)),
  );
}

interface V2Channel extends SessionChannel {
  readonly state: SessionState;
  readonly prompts: HeldPrompts;
  tellChanges(): Promise<void>;
}

class V2Connection {
  readonly #sessions: ServedSessions<V2Channel>;
  readonly #harness: AgentHarness;
  readonly #closed = new AbortController();
  #client: AgentContext | null = null;

  constructor(harness: AgentHarness) {
    this.#harness = harness;
    this.#sessions = new ServedSessions({
      harness,
      createClientRunner: () => null,
      createChannel: (session) => this.#createChannel(session),
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

  initialize(): InitializeResponse {
    const keeps = this.#harness.store !== undefined;
    return {
      protocolVersion: PROTOCOL_VERSION,
      info: this.#harness.info,
      capabilities: {
        session: { ...(keeps && { delete: {} }) },
        _meta: toOfferMeta({ input: true, resize: true }),
      },
    };
  }

  async create({ cwd, mcpServers }: NewSessionRequest): Promise<NewSessionResponse> {
    assertSupportedMcpServers(mcpServers, null);
    const { sessionId, session } = await this.#sessions.create(cwd);
    return { sessionId, configOptions: toV2Options(session.settings) };
  }

  /** What is replayed, and then how things are, has been told before this resolves. */
  async resume(params: ResumeSessionRequest): Promise<ResumeSessionResponse> {
    const { sessionId, cwd, mcpServers, replayFrom } = params;
    assertSupportedMcpServers(mcpServers, null);
    if (replayFrom !== undefined && replayFrom !== null && replayFrom.type !== "start") {
      const message = `replayFrom: expected {"type":"start"}, got ${JSON.stringify(replayFrom)}`;
      throw new AcpError("invalid-params", message, { replayFrom });
    }
    const { session, channel } = await this.#sessions.resume({ sessionId, cwd });
    if (replayFrom?.type === "start") await session.replay(channel.bridge);
    await channel.state.tell();
    return { configOptions: toV2Options(session.settings) };
  }

  async list(cwd: string | null, cursor: string | null): Promise<ListSessionsResponse> {
    const { sessions, nextCursor } = await this.#sessions.list(cwd, cursor);
    return {
      sessions: sessions.map((summary) => ({ ...summary })),
      ...(nextCursor !== null && { nextCursor }),
    };
  }

  async delete(sessionId: string): Promise<void> {
    await this.#sessions.delete(sessionId);
  }

  async close(sessionId: string): Promise<void> {
    this.#sessions.find(sessionId).channel.prompts.refuse();
    await this.#sessions.close(sessionId);
  }

  async setConfigOption(
    params: SetSessionConfigOptionRequest,
  ): Promise<SetSessionConfigOptionResponse> {
    const { sessionId, configId, value } = params;
    const { session, channel } = this.#sessions.find(sessionId);
    if (typeof value !== "string") {
      const message = `value: expected the id of a choice of "${configId}", got ${JSON.stringify(value)}`;
      throw new AcpError("invalid-params", message, { configId });
    }
    await session.changeSetting(configId, value);
    await channel.tellChanges();
    return { configOptions: toV2Options(session.settings) };
  }

  /** Resolves when the prompt is part of the conversation; the work on it is told by the session's state. */
  async prompt({ sessionId, prompt }: PromptRequest, signal: AbortSignal): Promise<PromptResponse> {
    const open = this.#sessions.find(sessionId);
    const text = toPromptText(prompt);
    const { prompts, bridge, state } = open.channel;
    const leave = await prompts.enter(signal);
    const messageId = createMessageId();
    await bridge.showUserMessage(text, messageId);
    await state.run();
    void this.#work(open, { text, messageId }).finally(leave);
    return { messageId };
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
    { sessionId, channel }: OpenSession<V2Channel>,
    prompt: { readonly text: string; readonly messageId: string },
  ): Promise<void> {
    try {
      const stopReason = await this.#sessions.prompt(sessionId, prompt);
      await channel.state.stop({ stopReason });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await channel.state.stop({
        stopReason: "error",
        error: { code: INTERNAL_ERROR, message },
      });
    }
  }

  #createChannel(parts: {
    readonly sessionId: string;
    readonly cwd: string;
    readonly session: HarnessSession;
  }): V2Channel {
    const { sessionId, cwd, session } = parts;
    const client = this.#connected();
    const { send, close } = createSessionGate((update: SessionUpdate) =>
      client.notify(methods.client.session.update, { sessionId, update }),
    );
    const asker = { client, sessionId, cwd, closed: this.#closed.signal };
    const state = createSessionState(send, () => bridge.background);
    const bridge = createSessionBridge({
      speech: createV2Speech(),
      cwd,
      send,
      ask: (asked) => state.ask(() => askV2Permission(asker, asked)),
      onBackground: () => void state.tell(),
    });
    const readChanges = createV2ChangeReader(session);
    const tellChanges = async (): Promise<void> => {
      for (const update of readChanges()) await send(update).catch(() => undefined);
    };
    return {
      bridge,
      state,
      prompts: createHeldPrompts(),
      tellChanges,
      onChange: () => void tellChanges(),
      close,
    };
  }

  #connected(): AgentContext {
    if (this.#client === null) throw new AcpError("closed", "the agent is not connected");
    return this.#client;
  }
}
