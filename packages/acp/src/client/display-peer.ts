import type { UpdateFields } from "../dialects/terminal-decoder.ts";
import { toFields, toInteger, toText } from "../dialects/terminal-end.ts";
import type { TextPeer } from "../dialects/text/decode.ts";

/** What one connection's two sides have said of themselves, and shown. */
export class DisplayPeer implements TextPeer {
  agentName = "";
  /** Version 2 of the protocol is spoken. */
  speaksV2 = false;
  readonly readsLooks: boolean;
  #clientRunsCommands = false;
  #agentUsesClient = false;
  #agentShowsText = false;

  constructor(readsLooks: boolean = true) {
    this.readsLooks = readsLooks;
  }

  /** Unknown until the agent has shown its way: then it is taken at its word, until it does the other thing. */
  get mayEmbedLater(): boolean {
    if (this.speaksV2) return true;
    return this.#clientRunsCommands && (this.#agentUsesClient || !this.#agentShowsText);
  }

  /** The client's `initialize`. */
  readOffer(params: UpdateFields): void {
    const { terminal } = toFields(params["clientCapabilities"]);
    if (terminal === true) this.#clientRunsCommands = true;
  }

  /** Any result: the answer to `initialize` is known by its protocol version. */
  readIntroduction(result: UpdateFields): void {
    const version = toInteger(result["protocolVersion"]);
    if (version === null) return;
    const info = toFields(result["agentInfo"] ?? result["info"]);
    this.agentName = toText(info["name"]) ?? "";
    this.speaksV2 = version >= 2;
  }

  noteClientTerminal(): void {
    this.#agentUsesClient = true;
  }

  noteText(): void {
    this.#agentShowsText = true;
  }
}
