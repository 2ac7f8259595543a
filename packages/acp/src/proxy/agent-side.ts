import type { UpdateFields } from "../dialects/terminal-decoder.ts";
import { toFields, toInteger, toText } from "../dialects/terminal-end.ts";
import type { SessionRewriter } from "./cards/session-rewriter.ts";
import { hasTerminalMembers } from "./cards/terminal-members.ts";
import { answerTerminal, isTerminalMethod } from "./commands/terminal-relay.ts";
import { readIdText, replaceIdText } from "./lines/message-id.ts";
import type { WireLine } from "./lines/wire-line.ts";
import type { ProxyState } from "./proxy-state.ts";

const PERMISSION = "session/request_permission";
const CANCEL_REQUEST = "$/cancel_request";

/** From the agent to the client. */
export class AgentSide {
  readonly #state: ProxyState;
  /** The session that was told of last: it may go on with output. */
  #printing: SessionRewriter | null = null;

  constructor(state: ProxyState) {
    this.#state = state;
  }

  /** Takes one line. Resolves when the client takes more. */
  take(line: WireLine): Promise<void> {
    return this.#state.run(() => this.#take(line));
  }

  /** The agent is gone: tells what is left open, and answers what waits for it. */
  close(reason: string): Promise<void> {
    return this.#state.run(async () => {
      const { open } = this.#state;
      if (!this.#state.passesAll) {
        for (const session of this.#state.sessions()) await session.close("the agent is gone");
      }
      for (const { idText } of open.values()) await this.#state.toClient(toFailure(idText, reason));
      open.clear();
    });
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
    if (!state.passesAll) {
      const { sessionId } = toFields(message["params"]);
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
    } else {
      const call = toFields(toFields(message["params"])["toolCall"]);
      const isRetold = method === PERMISSION && session !== null && hasTerminalMembers(call);
      await state.toClient(
        isRetold
          ? {
              ...message,
              id,
              params: { ...toFields(message["params"]), toolCall: session.toClientCall(call) },
            }
          : replaceIdText(text, String(id)),
      );
    }
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
    state.tracker.receive(message);
    if (request?.method === "initialize") this.#introduce(message);
    if (request?.method === "session/prompt" && !state.passesAll) {
      const session = state.session(request.sessionId);
      session.receive(message);
      await session.endTurn();
    }
    await state.toClient(bytes);
  }

  #introduce(message: UpdateFields): void {
    const version = toInteger(toFields(message["result"])["protocolVersion"]) ?? 1;
    this.#state.handshake.introduction = message;
    this.#state.passesAll = version >= 2;
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

function toFailure(idText: string, reason: string): string {
  const error = JSON.stringify({ code: -32603, message: `the agent is gone: ${reason}` });
  return `{"jsonrpc":"2.0","id":${idText},"error":${error}}`;
}
