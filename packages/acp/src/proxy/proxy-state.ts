import type { HostConnection } from "../client/host/terminal-host.ts";
import type { TerminalPolicy } from "../client/host/terminal-policy.ts";
import { trackSessions, type SessionTracker } from "../client/track-sessions.ts";
import type { DisplayDialect, UpdateFields } from "../dialects/terminal-decoder.ts";
import { toText } from "../dialects/terminal-end.ts";
import { parseTerminalOffer } from "../terminal-control.ts";
import { SessionRewriter } from "./cards/session-rewriter.ts";
import { speakTerminals } from "./cards/speak-terminals.ts";
import { readDecision, toQuestion } from "./commands/ask-client.ts";
import type { Explain } from "./explain.ts";
import { NO_OFFER, type ClientOffer } from "./initialize-rewrite.ts";
import { createIdMap, type IdMap } from "./lines/id-map.ts";
import { createTaskQueue } from "./lines/task-queue.ts";
import type { ProxyOptions } from "./start-proxy.ts";
import { toV2Question } from "./versions/permissions.ts";
import type { VersionBridge } from "./versions/version-bridge.ts";

/** A request that passed to the client. */
export type PassedRequest =
  | { readonly kind: "agent"; readonly idText: string; readonly sessionId: string | null }
  | { readonly kind: "own"; readonly answer: (message: UpdateFields) => void };

/** A request of the client that the agent has not answered. */
export interface OpenRequest {
  readonly idText: string;
  readonly method: string;
  readonly sessionId: string;
}

/** Sessions at a time; those an agent makes up count, too. */
const MAX_SESSIONS = 4096;

/** What both directions of one proxy share. */
export interface ProxyState {
  offer: ClientOffer;
  /** The version that the agent speaks. */
  agentVersion: number;
  /** Between two versions. */
  bridge: VersionBridge | null;
  /** Both sides speak version 2, where an agent's terminals need no translation. */
  readonly passesAll: boolean;
  /** Nothing passes any more. */
  isOver: boolean;
  readonly handshake: { offer: UpdateFields; introduction: UpdateFields };
  readonly host: HostConnection | null;
  readonly tracker: SessionTracker;
  /** Requests of the agent, and our own, that wait for the client. */
  readonly asked: IdMap<PassedRequest>;
  /** Requests of the client that wait for the agent, by the text of their id. */
  readonly open: Map<string, OpenRequest>;
  readonly explain: Explain;
  readonly passesTerminals: boolean;
  /** Nothing is being done towards the client. */
  readonly isIdle: boolean;
  /** Does one thing after another towards the client. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  toClient(message: UpdateFields | Uint8Array | string): Promise<void>;
  toAgent(message: UpdateFields | Uint8Array | string): Promise<void>;
  session(sessionId: string): SessionRewriter;
  /** A session begins anew: what it replays is new to the client. */
  forget(sessionId: string): void;
  sessions(): Iterable<SessionRewriter>;
  dispose(): Promise<void>;
}

/** Creates the state of one proxy. */
export function createProxyState(options: ProxyOptions): ProxyState {
  return new State(options);
}

class State implements ProxyState {
  offer: ClientOffer = NO_OFFER;
  agentVersion = 1;
  bridge: VersionBridge | null = null;
  isOver = false;
  readonly handshake: ProxyState["handshake"] = { offer: {}, introduction: {} };
  readonly host: HostConnection | null;
  readonly tracker: SessionTracker;
  readonly asked: IdMap<PassedRequest> = createIdMap<PassedRequest>();
  readonly open: Map<string, OpenRequest> = new Map();
  readonly explain: Explain;
  readonly #options: ProxyOptions;
  readonly #queue = createTaskQueue();
  readonly #sessions = new Map<string, SessionRewriter>();
  readonly #directories = new Map<string, string>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #questions = 0;

  constructor(options: ProxyOptions) {
    this.#options = options;
    this.explain = options.explain ?? (() => undefined);
    this.host =
      options.createHost?.({
        onEvent: (sessionId, event) => this.session(sessionId).feed(event),
        ask: (request, signal) => this.#ask(request, signal),
      }) ?? null;
    this.tracker = trackSessions({
      onOpen: (sessionId, cwd) => {
        if (this.#directories.size < MAX_SESSIONS) this.#directories.set(sessionId, cwd);
        this.host?.openSession(sessionId, cwd);
      },
      onClose: (sessionId) => {
        this.#directories.delete(sessionId);
        void this.host?.closeSession(sessionId);
      },
    });
  }

  get passesAll(): boolean {
    return this.offer.protocolVersion >= 2 && this.agentVersion >= 2;
  }

  get passesTerminals(): boolean {
    return this.#options.passTerminals === true && this.offer.terminals;
  }

  get isIdle(): boolean {
    return this.#queue.isIdle;
  }

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    return this.#queue.run(task);
  }

  toClient(message: UpdateFields | Uint8Array | string): Promise<void> {
    return this.#options.client.write(toLine(message));
  }

  toAgent(message: UpdateFields | Uint8Array | string): Promise<void> {
    return this.#options.agent.write(toLine(message));
  }

  session(sessionId: string): SessionRewriter {
    const known = this.#sessions.get(sessionId);
    if (known !== undefined) return known;
    const [oldest] = this.#sessions.keys();
    if (oldest !== undefined && this.#sessions.size >= MAX_SESSIONS) this.forget(oldest);
    const made: SessionRewriter = new SessionRewriter({
      sessionId,
      cwd: toText(this.#directories.get(sessionId)),
      speak: speakTerminals(this.offer.dialect),
      canStop: (dialect) => this.#canStop(dialect),
      passTerminals: this.passesTerminals,
      handshake: this.handshake,
      explain: this.explain,
      send: (update) =>
        this.toClient({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update } }),
      later: (delayMs, task) => this.#later(delayMs, task),
      onEvents: () => this.#soon(() => made.drain()),
    });
    this.#sessions.set(sessionId, made);
    return made;
  }

  forget(sessionId: string): void {
    this.#sessions.get(sessionId)?.dispose();
    this.#sessions.delete(sessionId);
  }

  sessions(): Iterable<SessionRewriter> {
    return this.#sessions.values();
  }

  async dispose(): Promise<void> {
    this.isOver = true;
    for (const timer of this.#timers) clearTimeout(timer);
    for (const session of this.#sessions.values()) session.dispose();
    await this.host?.dispose();
  }

  #canStop(dialect: DisplayDialect | null): boolean {
    const isOurs = dialect === "client" && this.host !== null && !this.passesTerminals;
    return isOurs || parseTerminalOffer(this.handshake.introduction["result"]).cancel;
  }

  #later(delayMs: number, task: () => Promise<void>): () => void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#soon(task);
    }, delayMs);
    this.#timers.add(timer);
    return () => {
      clearTimeout(timer);
      this.#timers.delete(timer);
    };
  }

  #soon(task: () => Promise<void>): void {
    if (!this.isOver) void this.run(task).catch((error: unknown) => this.#failed(error));
  }

  #failed(error: unknown): void {
    const what = error instanceof Error ? error.message : String(error);
    this.explain({ kind: "failed", sessionId: null, toolCallId: null, what });
  }

  #ask(...[request, signal]: Parameters<TerminalPolicy>): ReturnType<TerminalPolicy> {
    return new Promise((resolve) => {
      const answer = (message: UpdateFields): void => resolve(readDecision(message));
      const giveUp = (): void => answer({ error: {} });
      const id = this.asked.add({ kind: "own", answer });
      if (id === null || signal.aborted) {
        giveUp();
        return;
      }
      signal.addEventListener("abort", giveUp, { once: true });
      const question = toQuestion(request, `termwire-${this.#questions++}`);
      const isV2 = this.offer.protocolVersion >= 2;
      const params = isV2 ? toV2Question(question) : question;
      const method = "session/request_permission";
      this.#soon(() => this.toClient({ jsonrpc: "2.0", id, method, params }));
    });
  }
}

function toLine(message: UpdateFields | Uint8Array | string): string | Uint8Array {
  return typeof message === "string" || message instanceof Uint8Array
    ? message
    : JSON.stringify(message);
}
