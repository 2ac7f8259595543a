import type { UpdateFields } from "../dialects/terminal-decoder.ts";
import { toFields, toText } from "../dialects/terminal-end.ts";
import { isTerminalRequest, takeTerminalRequest } from "./commands/terminal-requests.ts";
import { offerEverything, readOffer } from "./initialize-rewrite.ts";
import { readIdText, replaceIdText } from "./lines/message-id.ts";
import { WireLine } from "./lines/wire-line.ts";
import type { PassedRequest, ProxyState } from "./proxy-state.ts";
import { toWireLine } from "./versions/version-bridge.ts";

/** More than any client leaves open; the oldest is then forgotten, and not answered for an agent that dies. */
const MAX_OPEN = 65_536;

const OPENS: ReadonlySet<string> = new Set(["session/load", "session/resume"]);
const SEEN: ReadonlySet<string> = new Set(["session/prompt", "session/cancel"]);

/** From the client to the agent. */
export class ClientSide {
  readonly #state: ProxyState;
  readonly #say: (line: WireLine) => Promise<void>;

  /** @param say takes what is said to the client for its agent. */
  constructor(state: ProxyState, say: (line: WireLine) => Promise<void>) {
    this.#state = state;
    this.#say = say;
  }

  /** Takes one line. Resolves when the agent takes more. */
  async take(line: WireLine): Promise<void> {
    const { message } = line;
    if (message === null) return this.#state.toAgent(line.bytes);
    const { method, id } = message;
    if (typeof method !== "string") return this.#answer(line, message);
    this.#state.tracker.send(message);
    if (id !== undefined) this.#remember(line, method, message);
    if (method === "initialize") return this.#initialize(line, message);
    if (id !== undefined && isTerminalRequest(method)) return this.#control(line, method, message);
    this.#see(method, message);
    return this.#forward(line, message);
  }

  /** Sends to the agent, in its version. */
  async #forward(line: WireLine, message: UpdateFields): Promise<void> {
    const { bridge } = this.#state;
    if (bridge === null) return this.#state.toAgent(line.bytes);
    const { toAgent, toClient } = bridge.fromClient(line, message);
    for (const said of toClient) await this.#say(said);
    for (const { bytes } of toAgent) await this.#state.toAgent(bytes);
  }

  #initialize({ text }: WireLine, message: UpdateFields): Promise<void> {
    const state = this.#state;
    const params = toFields(message["params"]);
    state.offer = readOffer(params);
    const offered = offerEverything(params, state.host !== null || state.passesTerminals);
    const sent = { ...message, params: offered };
    state.handshake.offer = sent;
    const { kind } = state.offer.dialect;
    const what = `the agent is offered every way to show a terminal; the client gets ${kind}`;
    state.explain({ kind: "capabilities", sessionId: null, toolCallId: null, what });
    return state.toAgent(toWireLine(sent, readIdText(text)).bytes);
  }

  async #control(line: WireLine, method: string, message: UpdateFields): Promise<void> {
    const params = toFields(message["params"]);
    const taken = await takeTerminalRequest(this.#state, method, params);
    const idText = readIdText(line.text);
    if (taken.kind === "answered") {
      await this.#say(toWireLine({ jsonrpc: "2.0", ...taken.answer }, idText));
      return;
    }
    const isSame = taken.params === params;
    const { method: named, params: about } = taken;
    const told = isSame ? line : toWireLine({ ...message, method: named, params: about }, idText);
    await this.#state.toAgent(told.bytes);
  }

  #see(method: string, message: UpdateFields): void {
    const sessionId = toText(toFields(message["params"])["sessionId"]);
    if (sessionId === null || this.#state.passesAll) return;
    if (OPENS.has(method)) this.#state.forget(sessionId);
    if (SEEN.has(method)) this.#state.session(sessionId).send(message);
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
    const restored = new WireLine(new TextEncoder().encode(replaceIdText(text, idText)));
    return this.#forward(restored, message);
  }
}
