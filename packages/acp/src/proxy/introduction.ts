import type { UpdateFields } from "../dialects/terminal-decoder.ts";
import { toFields } from "../dialects/terminal-end.ts";
import { addOffer } from "./commands/terminal-offer.ts";
import { offerEverything } from "./initialize-rewrite.ts";
import type { OpenRequest, ProxyState } from "./proxy-state.ts";
import { introduce, isWrongVersion } from "./versions/introduce.ts";
import { toV1Initialize, toV2Initialize } from "./versions/introductions.ts";
import { toWireLine } from "./versions/version-bridge.ts";

/** How the agent introduces itself: in the client's version of the protocol, or in the other one. */
export class Introduction {
  readonly #state: ProxyState;
  #isAskedAgain = false;
  #ids = 0;

  constructor(state: ProxyState) {
    this.#state = state;
  }

  /** Takes the answer to `initialize`; an agent that does not speak the client's version is asked in the other one. */
  async take(request: OpenRequest, bytes: Uint8Array, message: UpdateFields): Promise<void> {
    const state = this.#state;
    if (message["error"] !== undefined) {
      if (this.#isAskedAgain || !isWrongVersion(message)) return state.toClient(bytes);
      return this.#askAgain(request);
    }
    const { offer, handshake, explain } = state;
    const told = toFields(message["result"]);
    const { agentVersion, bridge, result } = introduce(offer.protocolVersion, told, {
      newId: (prefix) => `${prefix}_termwire_${this.#ids++}`,
      explain: (sessionId, what) =>
        explain({ kind: "left out", sessionId, toolCallId: null, what }),
    });
    handshake.introduction = message;
    state.agentVersion = agentVersion;
    state.bridge = bridge;
    if (bridge !== null) {
      const what = `the agent speaks version ${agentVersion}, the client ${offer.protocolVersion}`;
      explain({ kind: "bridged", sessionId: null, toolCallId: null, what });
    }
    const offered = addOffer(result, state);
    if (offered === told) return state.toClient(bytes);
    await state.toClient(toWireLine({ ...message, result: offered }, request.idText).bytes);
  }

  #askAgain(request: OpenRequest): Promise<void> {
    const state = this.#state;
    this.#isAskedAgain = true;
    state.open.set(request.idText, request);
    const { handshake, host, passesTerminals, offer } = state;
    const said = toFields(handshake.offer["params"]);
    const params =
      offer.protocolVersion >= 2
        ? offerEverything(toV1Initialize(said), host !== null || passesTerminals)
        : toV2Initialize(said);
    const sent = { ...handshake.offer, params };
    handshake.offer = sent;
    return state.toAgent(toWireLine(sent, request.idText).bytes);
  }
}
