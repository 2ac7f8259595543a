import {
  agent,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type AgentApp,
  type AgentContext,
  type ContentBlock,
  type InitializeRequest,
  type InitializeResponse,
  type NewSessionRequest,
  type NewSessionResponse,
  type PromptRequest,
  type PromptResponse,
} from "@agentclientprotocol/sdk";
import { isAbsolutePath, type CommandRunner } from "@termwire/terminal";
import { createClientRunner } from "./client-runner.ts";
import type { AgentHarness, HarnessSession, SessionRequest } from "./harness.ts";
import { negotiateDialect, offersTerminals, type AgentDialect } from "./negotiate-dialect.ts";
import { createToolCallBridge, type ToolCallBridge } from "./tool-call-bridge.ts";

/** Options of {@link serveAgent}. */
export interface ServeAgentOptions {
  /** Who runs commands: this agent, or the client by its `terminal/*`. Absent: this agent. */
  readonly execution?: "agent" | "client";
}

/** A harness on one connection. */
export interface ServedAgent extends AsyncDisposable {
  /** The SDK's app: `connect` it to one stream or client app. */
  readonly app: AgentApp;
  /** Closes every session; resolves when nothing they started is left. Also done when the connection closes. */
  dispose(): Promise<void>;
}

/**
 * Puts a harness behind ACP v1 `initialize`, `session/new`, `session/prompt` and `session/cancel`. Serves one
 * connection: what is negotiated belongs to it.
 */
export function serveAgent(harness: AgentHarness, options: ServeAgentOptions = {}): ServedAgent {
  const connection = new ServedConnection(harness, options.execution ?? "agent");
  const app = agent({ name: harness.info.name })
    .onConnect(({ signal }) => connection.follow(signal))
    .onRequest(methods.agent.initialize, ({ params }) => connection.initialize(params))
    .onRequest(methods.agent.session.new, ({ params, client }) =>
      connection.createSession(params, client),
    )
    .onRequest(methods.agent.session.prompt, ({ params, signal }) =>
      connection.prompt(params, signal),
    )
    .onNotification(methods.agent.session.cancel, ({ params }) =>
      connection.cancel(params.sessionId),
    );
  const dispose = (): Promise<void> => connection.dispose();
  return { app, dispose, [Symbol.asyncDispose]: dispose };
}

/** A session with the turn it is working on. */
interface OpenSession {
  readonly session: HarnessSession;
  readonly bridge: ToolCallBridge;
  turn: AbortController | null;
}

class ServedConnection {
  readonly #harness: AgentHarness;
  readonly #sessions = new Map<string, OpenSession>();
  readonly #execution: "agent" | "client";
  readonly #closed = new AbortController();
  #dialect: AgentDialect = { kind: "text" };
  #hasTerminals = false;
  #disposing: Promise<void> | null = null;

  constructor(harness: AgentHarness, execution: "agent" | "client") {
    this.#harness = harness;
    this.#execution = execution;
  }

  /** Ends everything with the connection. */
  follow(connection: AbortSignal): void {
    const close = (): void => {
      this.#closed.abort();
      void this.dispose();
    };
    connection.addEventListener("abort", close, { once: true });
  }

  initialize(params: InitializeRequest): InitializeResponse {
    this.#dialect =
      this.#execution === "client"
        ? { kind: "client" }
        : negotiateDialect(params.clientCapabilities);
    this.#hasTerminals = offersTerminals(params.clientCapabilities);
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentCapabilities: { loadSession: false },
      agentInfo: this.#harness.info,
      authMethods: [],
    };
  }

  async createSession(
    params: NewSessionRequest,
    client: AgentContext,
  ): Promise<NewSessionResponse> {
    const sessionId = `sess_${crypto.randomUUID()}`;
    const { cwd } = params;
    if (!isAbsolutePath(cwd)) {
      throw RequestError.invalidParams({ cwd }, `cwd: expected an absolute path, got "${cwd}"`);
    }
    const clientRunner = this.#createClientRunner(sessionId, client);
    const session = await this.#openSession({ sessionId, cwd, clientRunner });
    const bridge = createToolCallBridge({
      dialect: this.#dialect,
      cwd,
      send: (update) => client.notify(methods.client.session.update, { sessionId, update }),
    });
    this.#sessions.set(sessionId, { session, bridge, turn: null });
    return { sessionId };
  }

  async prompt(params: PromptRequest, signal: AbortSignal): Promise<PromptResponse> {
    const open = this.#findSession(params.sessionId);
    if (open.turn !== null) {
      throw RequestError.invalidRequest(
        { sessionId: params.sessionId },
        `session ${params.sessionId} is still working on its last prompt; cancel it or wait for its answer`,
      );
    }
    const text = toPromptText(params.prompt);
    const turn = new AbortController();
    open.turn = turn;
    try {
      const stopReason = await open.session.prompt({
        text,
        signal: AbortSignal.any([turn.signal, signal]),
        bridge: open.bridge,
      });
      return { stopReason };
    } finally {
      open.turn = null;
    }
  }

  /** Cancelling what is not running, or a session nobody knows, is no error: the turn may just have ended. */
  cancel(sessionId: string): void {
    this.#sessions.get(sessionId)?.turn?.abort();
  }

  dispose(): Promise<void> {
    return (this.#disposing ??= this.#closeAll());
  }

  async #closeAll(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    for (const { turn } of sessions) turn?.abort();
    await Promise.allSettled(sessions.map(({ session }) => session[Symbol.asyncDispose]()));
  }

  #createClientRunner(sessionId: string, client: AgentContext): CommandRunner | null {
    if (this.#execution === "agent") return null;
    if (!this.#hasTerminals) {
      throw RequestError.invalidRequest(
        undefined,
        "this agent runs its commands in the client's environment, and this client does not offer that (clientCapabilities.terminal is not true)",
      );
    }
    return createClientRunner({ client, sessionId, closed: this.#closed.signal });
  }

  async #openSession(request: SessionRequest): Promise<HarnessSession> {
    try {
      return await this.#harness.createSession(request);
    } catch (error) {
      throw RequestError.invalidParams(
        { cwd: request.cwd },
        error instanceof Error ? error.message : String(error),
      );
    }
  }

  #findSession(sessionId: string): OpenSession {
    const open = this.#sessions.get(sessionId);
    if (open === undefined) throw RequestError.sessionNotFound(sessionId);
    return open;
  }
}

function toPromptText(prompt: readonly ContentBlock[]): string {
  return prompt.map(toBlockText).join("\n");
}

/** Text and links are what every agent must take; nothing else is advertised. */
function toBlockText(block: ContentBlock): string {
  if (block.type === "text") return block.text;
  if (block.type === "resource_link") return block.uri;
  throw RequestError.invalidParams(
    { type: block.type },
    `prompt: expected text and resource_link blocks, got "${block.type}"`,
  );
}
