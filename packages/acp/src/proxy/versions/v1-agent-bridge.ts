import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields, toText } from "../../dialects/terminal-end.ts";
import type { WireLine } from "../lines/wire-line.ts";
import type { BridgeParts } from "./bridge-parts.ts";
import { BridgeSessions } from "./bridge-sessions.ts";
import { PendingAnswers } from "./pending-answers.ts";
import { toV2Question } from "./permissions.ts";
import { toV1Request } from "./requests-to-v1.ts";
import { UpdatesToV2 } from "./updates-to-v2.ts";
import {
  idTextOf,
  NOTHING,
  toUpdateLine,
  toWireLine,
  type Bridged,
  type VersionBridge,
} from "./version-bridge.ts";

/** JSON-RPC's code for a request that was taken back. */
const CANCELLED = -32800;

interface Session {
  readonly updates: UpdatesToV2;
  /** The prompt at work, by its id. */
  working: string | null;
  /** Prompts that wait for their turn: version 1 has one at a time. */
  held: { readonly idText: string; readonly params: UpdateFields }[];
  /** Requests that wait for the person. */
  asking: number;
  /** A replay that nobody asked for. */
  isMuted: boolean;
}

/** Lets a client of version 2 talk to an agent of version 1. */
export function bridgeV1Agent(parts: BridgeParts): VersionBridge {
  return new V1AgentBridge(parts);
}

class V1AgentBridge implements VersionBridge {
  readonly #parts: BridgeParts;
  readonly #answers = new PendingAnswers();
  /** Permission that was asked for, by the agent's id: the session. */
  readonly #questions = new Map<string, string>();
  /** Requests for a session whose replay nobody asked for. */
  readonly #muting = new Map<string, Session>();
  readonly #sessions: BridgeSessions<Session>;

  constructor(parts: BridgeParts) {
    this.#parts = parts;
    this.#sessions = new BridgeSessions(() => this.#createSession());
  }

  fromClient(line: WireLine, message: UpdateFields): Bridged {
    const { method } = message;
    const params = toFields(message["params"]);
    const idText = idTextOf(line);
    if (typeof method !== "string") return this.#answered(line, idText);
    const sessionId = toText(params["sessionId"]) ?? "";
    if (method === "session/cancel") return this.#cancel(line, sessionId);
    if (idText === null) return { toAgent: [line], toClient: [] };
    if (method === "session/prompt") return this.#prompt(idText, params);
    return this.#request(idText, method, params);
  }

  fromAgent(line: WireLine, message: UpdateFields): Bridged {
    const { method } = message;
    const params = toFields(message["params"]);
    const sessionId = toText(params["sessionId"]) ?? "";
    const idText = idTextOf(line);
    if (method === "session/update") return toClient(this.#update(sessionId, params));
    if (typeof method !== "string") return this.#result(line, idText ?? "", message);
    if (idText === null || method !== "session/request_permission") return toClient([line]);
    return this.#ask(idText, sessionId, params);
  }

  #request(idText: string, method: string, params: UpdateFields): Bridged {
    const sessionId = toText(params["sessionId"]);
    const { introduction, explain } = this.#parts;
    const session = sessionId === null ? this.#createSession() : this.#sessions.get(sessionId);
    const isClosing = method === "session/close";
    if (isClosing && !hasClose(introduction)) return this.#close(idText, sessionId ?? "");
    const context = {
      session: session.updates,
      introduction,
      explain: (what: string) => explain(sessionId, what),
    };
    const translated = toV1Request(method, params, context);
    if (translated.isMuted === true) {
      session.isMuted = true;
      this.#muting.set(idText, session);
    }
    this.#answers.add(idText, (result) => {
      const made = toText(result["sessionId"]);
      if (method === "session/new" && made !== null) this.#sessions.set(made, session);
      return translated.toResult(result);
    });
    const sent = { jsonrpc: "2.0", method: translated.method, params: translated.params };
    return { toAgent: [toWireLine(sent, idText)], toClient: [] };
  }

  /** An agent that cannot close a session is told to stop working on it. */
  #close(idText: string, sessionId: string): Bridged {
    this.#parts.explain(sessionId, "the close of a session: the agent has none");
    const cancel = { jsonrpc: "2.0", method: "session/cancel", params: { sessionId } };
    const answer = toWireLine({ jsonrpc: "2.0", result: {} }, idText);
    return { toAgent: [toWireLine(cancel)], toClient: [answer] };
  }

  #prompt(idText: string, params: UpdateFields): Bridged {
    const session = this.#sessions.get(toText(params["sessionId"]) ?? "");
    if (session.working === null) return this.#start(session, idText, params);
    session.held.push({ idText, params });
    return NOTHING;
  }

  /** In version 2 a prompt is answered when it is part of the conversation, and its end is a state. */
  #start(session: Session, idText: string, params: UpdateFields): Bridged {
    const { sessionId: id, prompt } = params;
    const sessionId = toText(id) ?? "";
    const messageId = this.#parts.newId("msg");
    session.working = idText;
    session.updates.endMessage();
    const sent = { jsonrpc: "2.0", method: "session/prompt", params };
    return {
      toAgent: [toWireLine(sent, idText)],
      toClient: [
        toUpdateLine(sessionId, { sessionUpdate: "user_message", messageId, content: prompt }),
        toState(sessionId, { state: "running" }),
        toWireLine({ jsonrpc: "2.0", result: { messageId } }, idText),
      ],
    };
  }

  #cancel(line: WireLine, sessionId: string): Bridged {
    const session = this.#sessions.get(sessionId);
    const error = { code: CANCELLED, message: "cancelled before its turn" };
    const refused = session.held
      .splice(0)
      .map(({ idText }) => toWireLine({ jsonrpc: "2.0", error }, idText));
    return { toAgent: [line], toClient: refused };
  }

  #update(sessionId: string, params: UpdateFields): readonly WireLine[] {
    const session = this.#sessions.get(sessionId);
    if (session.isMuted) return [];
    const { update, ...rest } = params;
    return session.updates.translate(toFields(update)).map((translated) =>
      toWireLine({
        jsonrpc: "2.0",
        method: "session/update",
        params: { ...rest, update: translated },
      }),
    );
  }

  #result(line: WireLine, idText: string, message: UpdateFields): Bridged {
    const ended = this.#sessions.find(({ working }) => working === idText);
    if (ended !== null) return this.#end(ended.id, ended.session, message);
    const muted = this.#muting.get(idText);
    this.#muting.delete(idText);
    if (muted !== undefined) muted.isMuted = false;
    const toResult = this.#answers.take(idText);
    const { result } = message;
    if (toResult === null || result === undefined) return toClient([line]);
    return toClient([toWireLine({ ...message, result: toResult(toFields(result)) }, idText)]);
  }

  #end(sessionId: string, session: Session, { result, error }: UpdateFields): Bridged {
    session.working = null;
    const { stopReason, _meta } = toFields(result);
    const reason =
      error === undefined
        ? { stopReason, ...(_meta !== undefined && { _meta }) }
        : { stopReason: "error", error };
    const idle = toState(sessionId, { state: "idle", ...reason });
    const next = session.held.shift();
    if (next === undefined) return toClient([idle]);
    const started = this.#start(session, next.idText, next.params);
    return { ...started, toClient: [idle, ...started.toClient] };
  }

  #ask(idText: string, sessionId: string, params: UpdateFields): Bridged {
    const session = this.#sessions.get(sessionId);
    this.#questions.set(idText, sessionId);
    session.asking += 1;
    session.updates.endMessage();
    const method = "session/request_permission";
    const asked = toWireLine({ jsonrpc: "2.0", method, params: toV2Question(params) }, idText);
    const waits = session.asking === 1 && session.working !== null;
    return toClient(waits ? [toState(sessionId, { state: "requires_action" }), asked] : [asked]);
  }

  #answered(line: WireLine, idText: string | null): Bridged {
    const sessionId = this.#questions.get(idText ?? "");
    if (sessionId === undefined) return { toAgent: [line], toClient: [] };
    this.#questions.delete(idText ?? "");
    const session = this.#sessions.get(sessionId);
    session.asking -= 1;
    const goesOn = session.asking === 0 && session.working !== null;
    return { toAgent: [line], toClient: goesOn ? [toState(sessionId, { state: "running" })] : [] };
  }

  #createSession(): Session {
    const updates = new UpdatesToV2(() => this.#parts.newId("msg"));
    return { updates, working: null, held: [], asking: 0, isMuted: false };
  }
}

function hasClose(introduction: UpdateFields): boolean {
  const { sessionCapabilities } = toFields(introduction["agentCapabilities"]);
  return typeof toFields(sessionCapabilities)["close"] === "object";
}

function toState(sessionId: string, state: UpdateFields): WireLine {
  return toUpdateLine(sessionId, { sessionUpdate: "state_update", ...state });
}

function toClient(lines: readonly WireLine[]): Bridged {
  return { toAgent: [], toClient: lines };
}
