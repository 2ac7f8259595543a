import type { TerminalEvent } from "@termwire/terminal";
import type { DisplayEvent } from "../../client/display-event.ts";
import { displayTerminals, type DisplayTerminals } from "../../client/display-terminals.ts";
import { createEarlyOutput } from "../../dialects/early-output.ts";
import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields, toText } from "../../dialects/terminal-end.ts";
import type { Explain } from "../explain.ts";
import type { WireLine } from "../lines/wire-line.ts";
import type { CallCard } from "./call-card.ts";
import { isTerminalCall } from "./call-description.ts";
import { isVerbatim } from "./is-verbatim.ts";
import { PassingOutput } from "./passing-output.ts";
import { PlainCalls } from "./plain-calls.ts";
import { SessionCards } from "./session-cards.ts";
import type { SessionParts } from "./session-parts.ts";
import { hasTerminalMembers, toClientCall } from "./terminal-members.ts";
import { ToldState } from "./told-state.ts";
import { WaitingEvents } from "./waiting-events.ts";

interface CallUpdate {
  readonly line: WireLine;
  readonly toolCallId: string;
  readonly fields: UpdateFields;
}

const V2_UPDATES: ReadonlySet<unknown> = new Set([
  "terminal_update",
  "terminal_output_chunk",
  "state_update",
]);
const CALL_UPDATES: ReadonlySet<unknown> = new Set(["tool_call", "tool_call_update"]);

/** One session's calls on their way to the client. Methods that resolve are used by one task at a time. */
export class SessionRewriter {
  readonly #parts: SessionParts;
  readonly #decoder: DisplayTerminals;
  readonly #cards: SessionCards;
  readonly #plain = new PlainCalls();
  readonly #passing: PassingOutput | null;
  readonly #unshown = createEarlyOutput();
  readonly #events = new WaitingEvents();
  #cancelling = false;
  readonly #state: ToldState;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#cards = new SessionCards(parts);
    this.#state = new ToldState(parts.send, () => this.#cards.background);
    const { outputKey } = parts.speak;
    this.#passing = outputKey === null ? null : new PassingOutput(outputKey);
    this.#decoder = displayTerminals({
      onEvent: (event) => this.#events.add(event),
      ownTerminals: parts.passTerminals ? "traffic" : "host",
      readsLooks: false,
    });
    this.#decoder.send(parts.handshake.offer);
    this.#decoder.receive(parts.handshake.introduction);
    const { sessionId, cwd } = parts;
    if (cwd !== null) this.#decoder.send({ method: "session/load", params: { sessionId, cwd } });
  }

  /** Takes a line that is output like before and passes as it is; false for any other, of which nothing is known yet. */
  takeOutput(line: Uint8Array): boolean {
    return this.#passing?.take(line) === true;
  }

  /** Takes an update of the agent; true when it passes as it is. */
  async update(line: WireLine, message: UpdateFields): Promise<boolean> {
    await this.#catchUp();
    const fields = toFields(toFields(message["params"])["update"]);
    this.#decoder.receive(message);
    const toolCallId = toText(fields["toolCallId"]);
    if (toolCallId === null || !CALL_UPDATES.has(fields["sessionUpdate"])) {
      await this.drain();
      return this.#passOther(fields);
    }
    const card = this.#cards.get(toolCallId) ?? this.#openCard(toolCallId, fields);
    if (card !== null) return this.#updateCard(card, { line, toolCallId, fields });
    if (this.#isEarly(toolCallId, fields)) {
      this.#explain("retold", toolCallId, "came before its call: kept for it");
      return false;
    }
    await this.drain();
    return this.#passPlain(toolCallId, fields);
  }

  async #updateCard(card: CallCard, { line, toolCallId, fields }: CallUpdate): Promise<boolean> {
    if (fields["sessionUpdate"] === "tool_call" && this.#cards.has(toolCallId)) {
      this.#explain("merged", toolCallId, "announced again: told as an update");
    }
    this.#cards.add(toolCallId, card);
    if (!card.isPassing && isVerbatim(card, fields, this.#parts.speak.outputKey)) {
      this.#passing?.learn(line, card);
      await this.#drainVerbatim(card);
      return true;
    }
    card.read(fields);
    await this.drain();
    if (card.isPassing) return true;
    await card.settle();
    this.#forgetIfOver(card);
    return false;
  }

  /** The decoder learns of what passed by its bytes alone. */
  async #catchUp(): Promise<void> {
    for (const { card, skippedBytes, updates } of this.#passing?.collect() ?? []) {
      const { sessionId } = this.#parts;
      card.skip(skippedBytes);
      this.#decoder.skip(sessionId, card.call.toolCallId, skippedBytes);
      for (const update of updates) {
        this.#decoder.receive({ method: "session/update", params: { sessionId, update } });
      }
      await this.#drainVerbatim(card);
    }
  }

  /** The client has the output already. */
  async #drainVerbatim(card: CallCard): Promise<void> {
    card.isVerbatim = true;
    await this.drain();
    card.isVerbatim = false;
  }

  /** What is no call. Terminals and states of version 2 are told by cards and answers to a client of version 1. */
  async #passOther(fields: UpdateFields): Promise<boolean> {
    const kind = fields["sessionUpdate"];
    if (this.#parts.speak.version === 1) return !V2_UPDATES.has(kind);
    if (kind !== "state_update") return true;
    if (fields["state"] === "idle") await this.endTurn();
    await this.#state.tell(fields);
    return false;
  }

  /** Sees a message of this session that passes: requests for terminals and permission, and prompts. */
  receive(message: UpdateFields): void {
    this.#decoder.receive(message);
  }

  /** Sees a message to the agent. */
  send(message: UpdateFields): void {
    const { method } = message;
    if (method === "session/cancel") this.#cancelling = true;
    if (method === "session/prompt") this.#cancelling = false;
    this.#decoder.send(message);
  }

  /** Takes what happened to a command that the proxy runs itself. */
  feed(event: TerminalEvent): void {
    this.#decoder.feed(this.#parts.sessionId, this.#events.bound(this.#withCause(event)));
    this.#parts.onEvents();
  }

  /** Tells the client of everything that was decoded. */
  async drain(): Promise<void> {
    const touched = new Set<CallCard>();
    for (let shown = this.#events.take(); shown !== undefined; shown = this.#events.take()) {
      const card = await this.#apply(shown);
      if (card !== null) touched.add(card);
    }
    for (const card of touched) {
      if (!card.isPassing) await card.settle();
      this.#forgetIfOver(card);
    }
    await this.#state.follow();
  }

  /** The turn is over: closes what the agent left open. */
  async endTurn(): Promise<void> {
    await this.#catchUp();
    await this.drain();
    for (const [toolCallId, card] of this.#cards.entries()) {
      if (!card.isOpen || card.isPassing || (card.call.background && !card.hasEnded)) continue;
      this.#explain("closed", toolCallId, "left open at the end of the turn");
      await card.close();
      this.#forgetIfOver(card);
    }
    for (const toolCallId of this.#plain.close()) {
      this.#explain("closed", toolCallId, "left open at the end of the turn");
      const status = "failed";
      await this.#parts.send({ sessionUpdate: "tool_call_update", toolCallId, status });
    }
  }

  /** The agent is gone. */
  async close(reason: string): Promise<void> {
    await this.#catchUp();
    this.#decoder.close(reason);
    await this.endTurn();
    this.dispose();
  }

  /** Lets go of everything; nothing is said. */
  dispose(): void {
    this.#cards.dispose();
  }

  /** The card that a terminal, or a call, of this name is to the client. */
  findCard({ terminalId, toolCallId }: UpdateFields): CallCard | null {
    if (terminalId !== undefined) return this.#cards.findShown(terminalId);
    return this.#cards.get(toText(toolCallId) ?? "") ?? null;
  }

  /** The call of a permission request as the client can show it. */
  toClientCall(call: UpdateFields): UpdateFields {
    return toClientCall(call, (id) => this.#toClientTerminal(id));
  }

  /** What an agent stops because its turn is cancelled was cancelled: it may release it before it answers its prompt. */
  #withCause(event: TerminalEvent): TerminalEvent {
    const isMeant = this.#cancelling && event.type === "terminal-ended";
    if (!isMeant || event.ending.cause !== "stopped") return event;
    return { ...event, ending: { ...event.ending, cause: "cancelled" } };
  }

  async #apply({ event, toolCallId, dialect }: DisplayEvent): Promise<CallCard | null> {
    if (event.type === "note-added") this.#explain("noted", toolCallId, event.note);
    const shown = this.#cards.ofTerminal(event.id);
    if (shown !== undefined) {
      await this.#tell(shown, event);
      return shown;
    }
    if (toolCallId === null) {
      this.#unshown.keep(event);
      return null;
    }
    const card = await this.#cards.show(toolCallId, event.id, dialect);
    const what = card.isPassing ? "shown by the client itself" : `a terminal told by ${dialect}`;
    this.#explain("retold", card.call.toolCallId, what);
    const early = this.#unshown.take(event.id);
    if (early.length > 0) this.#explain("retold", toolCallId, "kept output came to its call");
    for (const kept of early) await this.#tell(card, kept);
    await this.#tell(card, event);
    return card;
  }

  async #tell(card: CallCard, event: TerminalEvent): Promise<void> {
    // A text that turned out to be a terminal goes on as that one.
    if (card.terminal?.id === event.id && !card.isPassing) await card.apply(event);
  }

  #openCard(toolCallId: string, fields: UpdateFields): CallCard | null {
    const isShown = this.#events.areOf(toolCallId);
    if (!isShown && (!isTerminalCall(fields) || this.#isEarly(toolCallId, fields))) return null;
    const showsOther = !isShown && this.#showsKnownTerminal(fields);
    if (showsOther) return null;
    return this.#cards.create(toolCallId, this.#plain.forget(toolCallId));
  }

  /** What tells of a terminal alone, before its call is announced: the decoder keeps it. */
  #isEarly(toolCallId: string, fields: UpdateFields): boolean {
    if (fields["sessionUpdate"] !== "tool_call_update" || this.#plain.has(toolCallId)) return false;
    return hasTerminalMembers(fields) && Object.keys(this.toClientCall(fields)).length <= 2;
  }

  /** A terminal that another call shows already. */
  #showsKnownTerminal(fields: UpdateFields): boolean {
    const { content } = fields;
    const blocks = Array.isArray(content) ? content.map(toFields) : [];
    return (
      fields["kind"] !== "execute" &&
      blocks.some((block) => this.#cards.find(block["terminalId"]) !== null)
    );
  }

  async #passPlain(toolCallId: string, fields: UpdateFields): Promise<boolean> {
    const isRepeated = fields["sessionUpdate"] === "tool_call" && this.#plain.has(toolCallId);
    this.#plain.read(toolCallId, fields);
    const isStripped = hasTerminalMembers(fields);
    if (!isRepeated && !isStripped) return true;
    if (isRepeated) this.#explain("merged", toolCallId, "announced again: told as an update");
    if (isStripped) this.#explain("stripped", toolCallId, "a terminal the client cannot show");
    const update = isStripped ? this.toClientCall(fields) : fields;
    await this.#parts.send({ ...update, ...(isRepeated && { sessionUpdate: "tool_call_update" }) });
    return false;
  }

  #toClientTerminal(terminalId: string): string | null {
    const card = this.#cards.find(terminalId);
    if (card === null) return null;
    return card.isPassing ? terminalId : this.#parts.speak.toTerminalId(card.call.toolCallId);
  }

  /** What is over needs no encoder any more; that it was there is still known. */
  #forgetIfOver(card: CallCard): void {
    if (card.isOver) card.dispose();
  }

  #explain(kind: Parameters<Explain>[0]["kind"], toolCallId: string | null, what: string): void {
    this.#parts.explain({ kind, sessionId: this.#parts.sessionId, toolCallId, what });
  }
}
