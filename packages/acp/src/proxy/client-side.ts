import type { UpdateFields } from "../dialects/terminal-decoder.ts";
import { toFields, toText } from "../dialects/terminal-end.ts";
import { offerEverything, readOffer } from "./initialize-rewrite.ts";
import { readIdText, replaceIdText } from "./lines/message-id.ts";
import type { WireLine } from "./lines/wire-line.ts";
import type { PassedRequest, ProxyState } from "./proxy-state.ts";

/** More than any client leaves open; the oldest is then forgotten, and not answered for an agent that dies. */
const MAX_OPEN = 65_536;

/** From the client to the agent. */
export class ClientSide {
  readonly #state: ProxyState;

  constructor(state: ProxyState) {
    this.#state = state;
  }

  /** Takes one line. Resolves when the agent takes more. */
  async take(line: WireLine): Promise<void> {
    const { bytes, message } = line;
    if (message === null) return this.#state.toAgent(bytes);
    const { method, id } = message;
    if (typeof method !== "string") return this.#answer(line, message);
    this.#state.tracker.send(message);
    if (id !== undefined) this.#remember(line, method, message);
    if (method === "initialize") return this.#initialize(message);
    this.#see(method, message);
    return this.#state.toAgent(bytes);
  }

  #initialize(message: UpdateFields): Promise<void> {
    const state = this.#state;
    const params = toFields(message["params"]);
    state.offer = readOffer(params);
    const offered = offerEverything(params, state.host !== null || state.passesTerminals);
    const sent = { ...message, params: offered };
    state.handshake.offer = sent;
    const { kind } = state.offer.dialect;
    const what = `the agent is offered every way to show a terminal; the client gets ${kind}`;
    state.explain({ kind: "capabilities", sessionId: null, toolCallId: null, what });
    return state.toAgent(sent);
  }

  #see(method: string, message: UpdateFields): void {
    const sessionId = toText(toFields(message["params"])["sessionId"]);
    if (sessionId === null || this.#state.passesAll) return;
    if (method === "session/load" || method === "session/resume") this.#state.forget(sessionId);
    if (method === "session/prompt" || method === "session/cancel") {
      this.#state.session(sessionId).send(message);
    }
  }

  #remember({ text }: WireLine, method: string, message: UpdateFields): void {
    const { open } = this.#state;
    const idText = readIdText(text);
    if (idText === null) return;
    const sessionId = toText(toFields(message["params"])["sessionId"]) ?? "";
    open.set(idText, { idText, method, sessionId });
    const [oldest] = open.keys();
    if (oldest !== undefined && open.size > MAX_OPEN) open.delete(oldest);
  }

  #answer(line: WireLine, message: UpdateFields): Promise<void> {
    const request = this.#state.asked.take(message["id"]);
    if (request === undefined) {
      const what = "an answer of the client to nothing that was asked";
      this.#state.explain({ kind: "dropped", sessionId: null, toolCallId: null, what });
      return Promise.resolve();
    }
    if (request.kind === "own") {
      request.answer(message);
      return Promise.resolve();
    }
    return this.#restore(line, message, request);
  }

  #restore(
    { text }: WireLine,
    message: UpdateFields,
    { idText, sessionId }: Extract<PassedRequest, { kind: "agent" }>,
  ): Promise<void> {
    if (sessionId !== null && !this.#state.passesAll) {
      const id: unknown = JSON.parse(idText);
      this.#state.session(sessionId).send({ ...message, id });
    }
    return this.#state.toAgent(replaceIdText(text, idText));
  }
}
