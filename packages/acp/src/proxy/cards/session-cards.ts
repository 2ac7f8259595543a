import type { TerminalId } from "@termwire/terminal";
import type { DisplayDialect } from "../../dialects/terminal-decoder.ts";
import { CallCard } from "./call-card.ts";
import type { CardContext } from "./card-context.ts";

/** What the cards of one session need of it. */
export interface SessionCardsParts extends CardContext {
  /** The client runs the agent's commands and shows them itself. */
  readonly passTerminals: boolean;
}

/** The calls of one session that are commands, by their ids and by the terminals they show. */
export class SessionCards {
  readonly #parts: SessionCardsParts;
  readonly #cards = new Map<string, CallCard>();
  readonly #ofTerminal = new Map<TerminalId, CallCard>();

  constructor(parts: SessionCardsParts) {
    this.#parts = parts;
  }

  has(toolCallId: string): boolean {
    return this.#cards.has(toolCallId);
  }

  get(toolCallId: string): CallCard | undefined {
    return this.#cards.get(toolCallId);
  }

  entries(): Iterable<[string, CallCard]> {
    return this.#cards.entries();
  }

  /** The card that has been showing this terminal, whatever it shows now. */
  ofTerminal(id: TerminalId): CallCard | undefined {
    return this.#ofTerminal.get(id);
  }

  /** The card that shows the terminal of this name. */
  find(terminalId: unknown): CallCard | null {
    for (const card of this.#cards.values()) if (card.terminal?.id === terminalId) return card;
    return null;
  }

  /** The card that a terminal of this name is to the client. */
  findShown(terminalId: unknown): CallCard | null {
    const { speak } = this.#parts;
    for (const card of this.#cards.values()) {
      const { toolCallId } = card.call;
      if ((speak.toTerminalId(toolCallId) ?? toolCallId) === terminalId) return card;
    }
    return null;
  }

  /** Terminals of calls that are over, as the client knows them. */
  get background(): readonly string[] {
    return [...this.#cards.values()]
      .filter(({ isInBackground }) => isInBackground)
      .flatMap(({ call }) => this.#parts.speak.toTerminalId(call.toolCallId) ?? []);
  }

  /** Makes a card that is not one of the session's yet. */
  create(toolCallId: string, isKnown: boolean): CallCard {
    const { speak, canStop, send, later } = this.#parts;
    return new CallCard(toolCallId, { speak, canStop, send, later }, isKnown);
  }

  add(toolCallId: string, card: CallCard): void {
    this.#cards.set(toolCallId, card);
  }

  /** Shows a terminal in the card of its call, or in one of its own where that one is taken. */
  async show(toolCallId: string, id: TerminalId, dialect: DisplayDialect): Promise<CallCard> {
    const first = this.#cards.get(toolCallId);
    const taken = first?.terminal ?? null;
    const isTaken = taken !== null && taken.dialect !== "text";
    const card = first === undefined || isTaken ? this.#addOther(toolCallId, id) : first;
    this.#ofTerminal.set(id, card);
    card.isPassing = dialect === "client" && this.#parts.passTerminals;
    await card.show(id, dialect);
    return card;
  }

  /** Lets go of everything; nothing is said. */
  dispose(): void {
    for (const card of this.#cards.values()) card.dispose();
    this.#cards.clear();
  }

  /** A call that shows one more terminal, which has its own card. */
  #addOther(toolCallId: string, id: TerminalId): CallCard {
    const isTaken = this.#cards.has(toolCallId);
    const ownId = isTaken ? `${toolCallId}/${id}` : toolCallId;
    const card = this.create(ownId, false);
    card.followsTerminal = isTaken;
    this.#cards.set(ownId, card);
    return card;
  }
}
