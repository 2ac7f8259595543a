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
import { isAbsolutePath } from "@termwire/terminal";
import type { AgentHarness, HarnessSession } from "./harness.ts";
import { negotiateDialect, type AgentDialect } from "./negotiate-dialect.ts";
import { createToolCallBridge, type ToolCallBridge } from "./tool-call-bridge.ts";

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
export function serveAgent(harness: AgentHarness): ServedAgent {
  const connection = new ServedConnection(harness);
  const app = agent({ name: harness.info.name })
    .onConnect(({ signal }) => {
      signal.addEventListener("abort", () => void connection.dispose(), { once: true });
    })
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
  #dialect: AgentDialect = { kind: "text" };
  #disposing: Promise<void> | null = null;

  constructor(harness: AgentHarness) {
    this.#harness = harness;
  }

  initialize(params: InitializeRequest): InitializeResponse {
    this.#dialect = negotiateDialect(params.clientCapabilities);
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
    const session = await this.#openSession(sessionId, cwd);
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

  async #openSession(sessionId: string, cwd: string): Promise<HarnessSession> {
    try {
      return await this.#harness.createSession({ sessionId, cwd });
    } catch (error) {
      throw RequestError.invalidParams(
        { cwd },
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
