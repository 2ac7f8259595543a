import {
  agent,
  methods,
  PROTOCOL_VERSION,
  type AgentApp,
  type AgentContext,
  type InitializeRequest,
  type InitializeResponse,
  type LoadSessionRequest,
  type NewSessionRequest,
  type PromptRequest,
  type PromptResponse,
  type ResumeSessionRequest,
  type SetSessionConfigOptionRequest,
  type SetSessionConfigOptionResponse,
} from "@agentclientprotocol/sdk";
import type { CommandRunner } from "@termwire/terminal";
import { AcpError } from "../../acp-error.ts";
import { toOfferMeta } from "../../terminal-control.ts";
import { answerRequest } from "../../wire-error.ts";
import { createClientFiles } from "../client-files.ts";
import { createClientRunner } from "../client-runner.ts";
import type { AgentHarness, McpServer } from "../harness.ts";
import { negotiateDialect, offersTerminals, type AgentDialect } from "../negotiate-dialect.ts";
import type { OpenSession, SessionChannel } from "../open-session.ts";
import { parseMcpServers } from "../parse-mcp-servers.ts";
import { parsePrompt } from "../parse-prompt.ts";
import { serveForkRequests, type ForkRequest } from "../serve-fork-requests.ts";
import { serveTerminalRequests } from "../serve-terminal-requests.ts";
import { ServedSessions } from "../served-sessions.ts";
import type { ServedVersion } from "../served-version.ts";
import { createV1Channel } from "./create-channel.ts";
import { findMode, toConfigOptions, toV1Settings, type V1Settings } from "./session-settings.ts";

/** Puts a harness behind ACP v1. Serves one connection. */
export function serveV1(
  harness: AgentHarness,
  execution: "agent" | "client",
): ServedVersion<AgentApp> {
  const connection = new V1Connection(harness, execution);
  return { app: createApp(harness, connection), dispose: () => connection.dispose() };
}

function createApp(harness: AgentHarness, connection: V1Connection): AgentApp {
  const { session } = methods.agent;
  const app = agent({ name: harness.info.name })
    .onConnect(({ signal, client }) => connection.follow(signal, client))
    .onRequest(methods.agent.initialize, ({ params }) => connection.initialize(params))
    .onRequest(session.new, ({ params }) => answerRequest(() => connection.create(params)))
    .onRequest(session.close, ({ params }) =>
      answerRequest(() => connection.sessions.close(params.sessionId)),
    )
    .onRequest(session.setMode, ({ params }) =>
      answerRequest(() => connection.setMode(params.sessionId, params.modeId)),
    )
    .onRequest(session.setConfigOption, ({ params }) =>
      answerRequest(() => connection.setConfigOption(params)),
    )
    .onRequest(session.prompt, ({ params, signal }) =>
      answerRequest(() => connection.prompt(params, signal)),
    )
    .onNotification(session.cancel, ({ params }) => connection.sessions.cancel(params.sessionId));
  const extended = serveTerminalRequests(
    app,
    connection.ownsTerminals ? ["cancel", "input", "resize"] : [],
    (sessionId) => connection.sessions.find(sessionId).channel.bridge.terminals,
  );
  return harness.store === undefined ? extended : addStored(extended, connection);
}

/** What is only there for a harness that keeps sessions. */
function addStored(app: AgentApp, connection: V1Connection): AgentApp {
  const { session } = methods.agent;
  const stored = app
    .onRequest(session.load, ({ params }) =>
      answerRequest(() => connection.open(params, { replay: true })),
    )
    .onRequest(session.resume, ({ params }) =>
      answerRequest(() => connection.open(params, { replay: false })),
    )
    .onRequest(session.list, ({ params }) => answerRequest(() => connection.sessions.list(params)))
    .onRequest(session.delete, ({ params }) =>
      answerRequest(() => connection.sessions.delete(params.sessionId)),
    );
  return connection.canFork ? serveForkRequests(stored, (fork) => connection.fork(fork)) : stored;
}

type NewV1Session = { readonly sessionId: string } & V1Settings;

class V1Connection {
  readonly sessions: ServedSessions<SessionChannel>;
  readonly #harness: AgentHarness;
  readonly #execution: "agent" | "client";
  readonly #closed = new AbortController();
  #client: AgentContext | null = null;
  #dialect: AgentDialect = { kind: "text" };
  #hasTerminals = false;
  #clientCapabilities: unknown = {};
  #acceptsImages = false;

  constructor(harness: AgentHarness, execution: "agent" | "client") {
    this.#harness = harness;
    this.#execution = execution;
    this.sessions = new ServedSessions({
      harness,
      createClientRunner: (sessionId) => this.#createClientRunner(sessionId),
      createClientFiles: (sessionId) =>
        createClientFiles({
          client: this.#connected(),
          sessionId,
          capabilities: this.#clientCapabilities,
        }),
      createChannel: (session) =>
        createV1Channel({
          ...session,
          client: this.#connected(),
          dialect: this.#dialect,
          closed: this.#closed.signal,
        }),
    });
  }

  get canFork(): boolean {
    return this.#harness.store?.forkSession !== undefined;
  }

  /** Terminals are this agent's, and so is their control. */
  get ownsTerminals(): boolean {
    return this.#execution === "agent";
  }

  /** Ends everything with the connection. */
  follow(signal: AbortSignal, client: AgentContext): void {
    this.#client = client;
    signal.addEventListener("abort", () => void this.dispose(), { once: true });
  }

  dispose(): Promise<void> {
    this.#closed.abort();
    return this.sessions.dispose();
  }

  async initialize({ clientCapabilities }: InitializeRequest): Promise<InitializeResponse> {
    this.#dialect =
      this.#execution === "client" ? { kind: "client" } : negotiateDialect(clientCapabilities);
    this.#hasTerminals = offersTerminals(clientCapabilities);
    this.#clientCapabilities = clientCapabilities;
    const { store, usesMcpServers = false, acceptsImages } = this.#harness;
    const keeps = store !== undefined;
    this.#acceptsImages = (await acceptsImages?.()) ?? false;
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentCapabilities: {
        loadSession: keeps,
        ...(this.#acceptsImages && { promptCapabilities: { image: true } }),
        ...(usesMcpServers && { mcpCapabilities: { http: true, sse: true } }),
        sessionCapabilities: {
          close: {},
          ...(keeps && { list: {}, resume: {}, delete: {}, ...(this.canFork && { fork: {} }) }),
        },
        ...(this.ownsTerminals && {
          _meta: toOfferMeta({ cancel: true, input: true, resize: true }),
        }),
      },
      agentInfo: this.#harness.info,
      authMethods: [],
    };
  }

  async create({ cwd, mcpServers }: NewSessionRequest): Promise<NewV1Session> {
    const place = { cwd, mcpServers: this.#readMcpServers(mcpServers) };
    return this.#tellNew(await this.sessions.create(place));
  }

  async fork({ sessionId, cwd, mcpServers }: ForkRequest): Promise<NewV1Session> {
    const place = { cwd, mcpServers: this.#readMcpServers(mcpServers) };
    return this.#tellNew(await this.sessions.fork(sessionId, place));
  }

  #tellNew({ sessionId, session, channel }: OpenSession<SessionChannel>): NewV1Session {
    channel.tellCommands();
    return { sessionId, ...toV1Settings(session.settings) };
  }

  /** A session that is replayed has told all of it before this resolves. */
  async open(
    { sessionId, cwd, mcpServers }: LoadSessionRequest | ResumeSessionRequest,
    { replay }: { readonly replay: boolean },
  ): Promise<V1Settings> {
    const ref = { sessionId, cwd, mcpServers: this.#readMcpServers(mcpServers) };
    const { session, channel } = await this.sessions.resume(ref);
    if (replay) await session.replay(channel.bridge);
    channel.tellCommands();
    return toV1Settings(session.settings);
  }

  async setMode(sessionId: string, modeId: string): Promise<void> {
    const mode = findMode(this.sessions.find(sessionId).session.settings);
    if (mode === undefined) {
      throw new AcpError("invalid-params", "this session has no modes", { sessionId });
    }
    await this.sessions.changeSetting(sessionId, mode.id, modeId);
  }

  async setConfigOption({
    sessionId,
    configId,
    value,
  }: SetSessionConfigOptionRequest): Promise<SetSessionConfigOptionResponse> {
    const session = await this.sessions.changeSetting(sessionId, configId, value);
    return { configOptions: toConfigOptions(session.settings) };
  }

  async prompt({ sessionId, prompt }: PromptRequest, signal: AbortSignal): Promise<PromptResponse> {
    this.sessions.find(sessionId);
    const parsed = parsePrompt(prompt, { acceptsImages: this.#acceptsImages });
    const messageId = `msg_${crypto.randomUUID()}`;
    return { stopReason: await this.sessions.prompt(sessionId, { ...parsed, messageId, signal }) };
  }

  /** A harness that uses none is not told of any: version 1 has no way not to be offered programs. */
  #readMcpServers(servers: readonly unknown[] | null | undefined): readonly McpServer[] {
    return this.#harness.usesMcpServers === true ? parseMcpServers(servers ?? []) : [];
  }

  #createClientRunner(sessionId: string): CommandRunner | null {
    if (this.#execution === "agent") return null;
    if (!this.#hasTerminals) {
      throw new AcpError(
        "invalid-params",
        "this agent runs its commands in the client's environment, and this client does not offer that (clientCapabilities.terminal is not true)",
      );
    }
    const client = this.#connected();
    return createClientRunner({ client, sessionId, closed: this.#closed.signal });
  }

  #connected(): AgentContext {
    if (this.#client === null) throw new AcpError("closed", "the agent is not connected");
    return this.#client;
  }
}
