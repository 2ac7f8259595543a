import { parsePermission } from "../permission/permission-prompt.ts";
import { toFields, toText, type Fields } from "../wire/read-fields.ts";
import { refuseMethod, type RpcId } from "../wire/rpc-peer.ts";
import type { AgentConnection } from "./agent-connection.ts";
import { OpenQuestions } from "./open-questions.ts";
import type { SessionCard } from "./session-card.ts";
import { Session, type SessionOptions } from "./session.ts";

/** What the sessions of one connection need. */
export interface SessionBookOptions {
  readonly createCard: (sessionId: string) => SessionCard;
  readonly onChange: () => void;
  readonly nowMs: SessionOptions["nowMs"];
  /** A prompt, of this or another tab, is with the agent. */
  readonly onPromptArrived: (promptId: string) => void;
}

/** What may come of a session before the answer that names it; more is an agent that went wrong. */
const MAX_EARLY = 200;

/** The sessions that are open on one connection, and what comes for them. */
export class SessionBook {
  readonly #options: SessionBookOptions;
  readonly #sessions = new Map<string, Session>();
  readonly #questions = new OpenQuestions();
  #early: { readonly method: string; readonly params: Fields }[] = [];

  constructor(options: SessionBookOptions) {
    this.#options = options;
  }

  find(sessionId: string | null): Session | undefined {
    return sessionId === null ? undefined : this.#sessions.get(sessionId);
  }

  /** Begins a session anew: what is told of it from here on is folded into it. */
  begin(connection: AgentConnection, sessionId: string, cwd: string): Session {
    const session = new Session({
      sessionId,
      cwd,
      introduction: connection.introduction,
      createCard: () => this.#options.createCard(sessionId),
      onChange: this.#options.onChange,
      nowMs: this.#options.nowMs,
    });
    this.#sessions.set(sessionId, session);
    const early = this.#early.filter(({ params }) => params["sessionId"] === sessionId);
    this.#early = [];
    for (const { method, params } of early) this.notify(method, params);
    return session;
  }

  forget(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }

  /** Takes a notification about a session. What is about none of these is kept for the next one that begins. */
  notify(method: string, params: Fields): void {
    const session = this.find(toText(params["sessionId"]));
    if (session === undefined && this.#early.length < MAX_EARLY) {
      this.#early.push({ method, params });
    }
    switch (method) {
      case "session/update":
        session?.update(params);
        break;
      case "_termwire/prompt_started":
        this.#options.onPromptArrived(String(params["promptId"]));
        session?.turnStarted(String(params["promptId"]));
        break;
      case "_termwire/turn_ended":
        session?.turnEnded(String(params["promptId"]), {
          reason: toText(params["stopReason"]) ?? "error",
          error: toText(toFields(params["error"])["message"]),
        });
        break;
      case "$/cancel_request":
        this.#settle(this.#questions.forget(params));
        break;
      default:
        break;
    }
  }

  /** Answers a request of the agent when a person has. */
  answer(method: string, params: Fields, requestId: RpcId): Promise<unknown> {
    const session = this.find(toText(params["sessionId"]));
    if (method !== "session/request_permission" || session === undefined) {
      return Promise.reject(refuseMethod(method));
    }
    session.asked(parsePermission(requestId, params));
    return this.#questions.ask(requestId);
  }

  /** The person's answer; null for none at all, because the turn is cancelled. */
  choose(session: Session, requestId: RpcId, optionId: string | null): void {
    const outcome =
      optionId === null
        ? ({ outcome: "cancelled" } as const)
        : ({ outcome: "selected", optionId } as const);
    this.#questions.answer(requestId, outcome);
    session.settled(requestId);
  }

  /** Nobody waits for answers any more. */
  agentEnded(): void {
    for (const session of this.#sessions.values()) session.agentEnded();
  }

  #settle(requestId: RpcId | null): void {
    if (requestId === null) return;
    for (const session of this.#sessions.values()) session.settled(requestId);
  }
}
