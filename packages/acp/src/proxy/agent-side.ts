import type { UpdateFields } from "../dialects/terminal-decoder.ts";
import { toFields, toText } from "../dialects/terminal-end.ts";
import type { SessionRewriter } from "./cards/session-rewriter.ts";
import { hasTerminalMembers } from "./cards/terminal-members.ts";
import { V2Repairs } from "./cards/v2-repairs.ts";
import { answerTerminal, isTerminalMethod } from "./commands/terminal-relay.ts";
import { Introduction } from "./introduction.ts";
import { readIdText, replaceIdText } from "./lines/message-id.ts";
import type { WireLine } from "./lines/wire-line.ts";
import type { ProxyState } from "./proxy-state.ts";

const PERMISSION = "session/request_permission";
const CANCEL_REQUEST = "$/cancel_request";

/** From the agent to the client. */
export class AgentSide {
  readonly #state: ProxyState;
  readonly #introduction: Introduction;
  /** The session that was told of last: it may go on with output. */
  #printing: SessionRewriter | null = null;
  readonly #repairs: V2Repairs;

  constructor(state: ProxyState) {
    this.#state = state;
    this.#introduction = new Introduction(state);
    this.#repairs = new V2Repairs((sessionId, update) => {
      const params = { sessionId, update };
      return state.toClient({ jsonrpc: "2.0", method: "session/update", params });
    }, state.explain);
  }

  /** Takes one line. Resolves when the client takes more. */
  take(line: WireLine): Promise<void> {
    return this.#state.run(() => this.#bridge(line));
  }

  /** Takes a line of output that passes as it is, if nothing is to be done before; null for any other. */
  pass({ bytes }: WireLine): Promise<void> | null {
    if (!this.#state.isIdle || this.#printing?.takeOutput(bytes) !== true) return null;
    return this.#state.toClient(bytes);
  }

  /** Takes a line that is said for the agent, in the client's version. */
  say(line: WireLine): Promise<void> {
    return this.#state.run(() => this.#take(line));
  }

  /** The agent is gone: tells what is left open, and answers what waits for it. */
  close(reason: string): Promise<void> {
    return this.#state.run(async () => {
      const { open } = this.#state;
      if (this.#state.passesAll) await this.#repairs.close();
      else {
        for (const session of this.#state.sessions()) await session.close("the agent is gone");
      }
      for (const { idText } of open.values()) await this.#state.toClient(toFailure(idText, reason));
      open.clear();
    });
  }

  async #bridge(line: WireLine): Promise<void> {
    const { bridge } = this.#state;
    const message = bridge === null ? null : line.message;
    if (bridge === null || message === null) return this.#take(line);
    const { toAgent, toClient } = bridge.fromAgent(line, message);
    for (const told of toClient) await this.#take(told);
    for (const { bytes } of toAgent) await this.#state.toAgent(bytes);
  }

  async #take(line: WireLine): Promise<void> {
    if (this.#printing?.takeOutput(line.bytes) === true) return this.#state.toClient(line.bytes);
    const { bytes, message } = line;
    if (message === null) return this.#state.toClient(bytes);
    const { method, id } = message;
    if (typeof method !== "string") return this.#answer(line, message);
    if (method === "session/update") return this.#update(line, message);
    if (id !== undefined) return this.#request(line, method, message);
    if (method === CANCEL_REQUEST) return this.#cancelRequest(message);
    return this.#state.toClient(bytes);
  }

  async #update(line: WireLine, message: UpdateFields): Promise<void> {
    const state = this.#state;
    const params = toFields(message["params"]);
    if (state.passesAll) await this.#repairs.update(params);
    else {
      const { sessionId } = params;
      const session = state.session(toText(sessionId) ?? "");
      const passes = await session.update(line, message);
      this.#printing = session;
      if (!passes) return;
    }
    await state.toClient(line.bytes);
  }

  async #request({ text }: WireLine, method: string, message: UpdateFields): Promise<void> {
    const state = this.#state;
    const sessionId = toText(toFields(message["params"])["sessionId"]);
    const idText = readIdText(text) ?? "null";
    if (isTerminalMethod(method) && !state.passesTerminals) {
      this.#serve(idText, method, message);
      return;
    }
    const session = sessionId === null || state.passesAll ? null : state.session(sessionId);
    session?.receive(message);
    const id = state.asked.add({ kind: "agent", idText, sessionId });
    if (id === null) {
      await state.toAgent(toFailure(idText, "too many requests wait for the client"));
      return;
    }
    const params = method === PERMISSION ? retell(toFields(message["params"]), session) : null;
    const line = params === null ? replaceIdText(text, String(id)) : { ...message, id, params };
    await state.toClient(line);
  }

  /** The answer may take as long as the command: nothing waits for it here. */
  #serve(idText: string, method: string, message: UpdateFields): void {
    const { host, explain } = this.#state;
    explain({ kind: "served", sessionId: null, toolCallId: null, what: method });
    void answerTerminal(host, { method, params: message["params"] }).then((answer) => {
      const rest = JSON.stringify({ jsonrpc: "2.0", ...answer });
      return this.#state.toAgent(`{"id":${idText},${rest.slice(1)}`);
    });
  }

  async #answer({ bytes, text }: WireLine, message: UpdateFields): Promise<void> {
    const state = this.#state;
    const idText = readIdText(text) ?? "";
    const request = state.open.get(idText);
    state.open.delete(idText);
    if (request?.method === "initialize") return this.#introduction.take(request, bytes, message);
    state.tracker.receive(message);
    // In version 2 the answer only takes the prompt: the turn ends with a state.
    const endsTurn = request?.method === "session/prompt" && state.offer.protocolVersion < 2;
    if (request !== undefined && endsTurn) {
      const session = state.session(request.sessionId);
      session.receive(message);
      await session.endTurn();
    }
    await state.toClient(bytes);
  }

  async #cancelRequest(message: UpdateFields): Promise<void> {
    const params = toFields(message["params"]);
    const idText = JSON.stringify(params["requestId"]);
    const { asked } = this.#state;
    const requestId = asked.find((passed) => passed.kind === "agent" && passed.idText === idText);
    // What is served here ends by itself or with its terminal.
    if (requestId === undefined) return;
    await this.#state.toClient({ ...message, params: { ...params, requestId } });
  }
}

/** The params of a permission request with terminals that the client knows; null when they need no change. */
function retell(params: UpdateFields, session: SessionRewriter | null): UpdateFields | null {
  if (session === null) return null;
  const { toolCall, subject } = params;
  if (hasTerminalMembers(toFields(toolCall))) {
    return { ...params, toolCall: session.toClientCall(toFields(toolCall)) };
  }
  const about = toFields(subject);
  const call = toFields(about["toolCall"]);
  if (!hasTerminalMembers(call)) return null;
  return { ...params, subject: { ...about, toolCall: session.toClientCall(call) } };
}

function toFailure(idText: string, reason: string): string {
  const error = JSON.stringify({ code: -32603, message: `the agent is gone: ${reason}` });
  return `{"jsonrpc":"2.0","id":${idText},"error":${error}}`;
}
