import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields, toInteger, toText } from "../../dialects/terminal-end.ts";
import type { WireLine } from "../lines/wire-line.ts";
import type { BridgeParts } from "./bridge-parts.ts";
import { BridgeSessions } from "./bridge-sessions.ts";
import { toV1Commands } from "./commands.ts";
import { PendingAnswers } from "./pending-answers.ts";
import { toV1Question } from "./permissions.ts";
import { toV2Request } from "./requests-to-v2.ts";
import { UpdatesToV1 } from "./updates-to-v1.ts";
import {
  idTextOf,
  NOTHING,
  toUpdateLine,
  toWireLine,
  type Bridged,
  type VersionBridge,
} from "./version-bridge.ts";

const STOP_REASONS: ReadonlySet<unknown> = new Set([
  "end_turn",
  "max_tokens",
  "max_turn_requests",
  "refusal",
  "cancelled",
]);
const INTERNAL_ERROR = -32603;

/** A prompt of the client that is not answered yet. */
interface OpenPrompt {
  readonly idText: string;
  /** The agent has taken it. */
  isAccepted: boolean;
  /** The agent was at work since. */
  hasRun: boolean;
  /** How the work on it ended, before the agent said that it has taken it. */
  ended: UpdateFields | null;
  /** Its words have come back, as this message. */
  echoId: unknown;
}

interface Session {
  readonly updates: UpdatesToV1;
  readonly prompts: OpenPrompt[];
}

/** Lets a client of version 1 talk to an agent of version 2. */
export function bridgeV2Agent(parts: BridgeParts): VersionBridge {
  return new V2AgentBridge(parts);
}

class V2AgentBridge implements VersionBridge {
  readonly #parts: BridgeParts;
  readonly #answers = new PendingAnswers();
  readonly #sessions: BridgeSessions<Session>;

  constructor(parts: BridgeParts) {
    this.#parts = parts;
    this.#sessions = new BridgeSessions((sessionId) => this.#createSession(sessionId));
  }

  fromClient(line: WireLine, message: UpdateFields): Bridged {
    const { method } = message;
    const params = toFields(message["params"]);
    const idText = idTextOf(line);
    if (typeof method !== "string" || idText === null) return { toAgent: [line], toClient: [] };
    const sessionId = toText(params["sessionId"]);
    const session = sessionId === null ? this.#createSession(null) : this.#sessions.get(sessionId);
    if (method === "session/prompt") {
      session.prompts.push(createPrompt(idText));
      return { toAgent: [line], toClient: [] };
    }
    const translated = toV2Request(method, params, session.updates);
    this.#answers.add(idText, (result) => {
      const made = toText(result["sessionId"]);
      if (method === "session/new" && made !== null) this.#sessions.set(made, session);
      return translated.toResult(result);
    });
    const sent = { jsonrpc: "2.0", method: translated.method, params: translated.params };
    return { toAgent: [toWireLine(sent, idText)], toClient: [] };
  }

  fromAgent(line: WireLine, message: UpdateFields): Bridged {
    const { method } = message;
    const params = toFields(message["params"]);
    if (method === "session/update") return toClient(this.#update(line, params));
    const idText = idTextOf(line);
    if (typeof method !== "string") return toClient(this.#answer(line, idText ?? "", message));
    if (idText === null || method !== "session/request_permission") return toClient([line]);
    const asked = toV1Question(params, () => this.#parts.newId("question"));
    return toClient([toWireLine({ jsonrpc: "2.0", method, params: asked }, idText)]);
  }

  #update(line: WireLine, params: UpdateFields): readonly WireLine[] {
    const { update, ...rest } = params;
    const fields = toFields(update);
    const session = this.#sessions.get(toText(params["sessionId"]) ?? "");
    const kind = toText(fields["sessionUpdate"]) ?? "";
    if (kind === "state_update") return [line, ...this.#state(session, fields)];
    if (kind.startsWith("user_message") && isEcho(session, fields)) return [];
    return session.updates.translate(fields).map((translated) =>
      translated === fields
        ? line
        : toWireLine({
            jsonrpc: "2.0",
            method: "session/update",
            params: { ...rest, update: translated },
          }),
    );
  }

  /** The end of the work answers the prompt. States of before the prompt was taken tell of earlier work. */
  #state(session: Session, fields: UpdateFields): readonly WireLine[] {
    const [prompt] = session.prompts;
    if (prompt === undefined) return [];
    if (fields["state"] !== "idle") {
      prompt.hasRun = true;
      return [];
    }
    if (!prompt.hasRun && !prompt.isAccepted) return [];
    prompt.ended = fields;
    return answerEnded(session);
  }

  #answer(line: WireLine, idText: string, message: UpdateFields): readonly WireLine[] {
    const found = this.#sessions.find(({ prompts }) =>
      prompts.some((prompt) => prompt.idText === idText),
    );
    if (found !== null) return this.#accept(found.session, { line, idText, message });
    const toResult = this.#answers.take(idText);
    const { result } = message;
    if (toResult === null || result === undefined) return [line];
    const answer = toWireLine({ ...message, result: toResult(toFields(result)) }, idText);
    const { sessionId, availableCommands } = toFields(result);
    if (typeof sessionId !== "string" || !Array.isArray(availableCommands)) return [answer];
    // Version 1 learns of them by an update, once it knows the session.
    const commands = toV1Commands(availableCommands);
    const update = { sessionUpdate: "available_commands_update", availableCommands: commands };
    return [answer, toUpdateLine(sessionId, update)];
  }

  #accept(
    session: Session,
    { line, idText, message }: { line: WireLine; idText: string; message: UpdateFields },
  ): readonly WireLine[] {
    const index = session.prompts.findIndex((prompt) => prompt.idText === idText);
    const prompt = session.prompts[index];
    if (prompt === undefined) return [];
    if (message["error"] !== undefined) {
      session.prompts.splice(index, 1);
      return [line];
    }
    prompt.isAccepted = true;
    return answerEnded(session);
  }

  #createSession(sessionId: string | null): Session {
    const explain = (what: string): void => this.#parts.explain(sessionId, what);
    return { updates: new UpdatesToV1(explain), prompts: [] };
  }
}

function createPrompt(idText: string): OpenPrompt {
  return { idText, isAccepted: false, hasRun: false, ended: null, echoId: null };
}

/** A client of version 1 knows what it asked for. */
function isEcho({ prompts }: Session, { messageId }: UpdateFields): boolean {
  if (messageId === undefined || messageId === null) return false;
  if (prompts.some(({ echoId }) => echoId === messageId)) return true;
  const prompt = prompts.find(({ echoId }) => echoId === null);
  if (prompt !== undefined) prompt.echoId = messageId;
  return prompt !== undefined;
}

function answerEnded(session: Session): readonly WireLine[] {
  const [prompt] = session.prompts;
  if (prompt === undefined || !prompt.isAccepted || prompt.ended === null) return [];
  session.prompts.shift();
  return [toWireLine({ jsonrpc: "2.0", ...toOutcome(prompt.ended) }, prompt.idText)];
}

function toOutcome({ stopReason, error, _meta }: UpdateFields): UpdateFields {
  if (stopReason === "error") {
    const { code, message, data } = toFields(error);
    const words = toText(message) ?? "the agent failed";
    return {
      error: {
        code: toInteger(code) ?? INTERNAL_ERROR,
        message: words,
        ...(data !== undefined && { data }),
      },
    };
  }
  const known = STOP_REASONS.has(stopReason) ? stopReason : "end_turn";
  return { result: { stopReason: known, ...(_meta !== undefined && { _meta }) } };
}

function toClient(lines: readonly WireLine[]): Bridged {
  return lines.length === 0 ? NOTHING : { toAgent: [], toClient: lines };
}
