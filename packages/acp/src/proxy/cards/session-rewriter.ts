import type { TerminalEvent, TerminalId } from "@termwire/terminal";
import type { DisplayEvent } from "../../client/display-event.ts";
import { displayTerminals, type DisplayTerminals } from "../../client/display-terminals.ts";
import { createEarlyOutput } from "../../dialects/early-output.ts";
import type { DisplayDialect, UpdateFields } from "../../dialects/terminal-decoder.ts";
import { toFields, toText } from "../../dialects/terminal-end.ts";
import type { Explain } from "../explain.ts";
import { CallCard } from "./call-card.ts";
import { isTerminalCall } from "./call-description.ts";
import type { CardContext } from "./card-context.ts";
import { isVerbatim } from "./is-verbatim.ts";
import type { SpeakTerminals } from "./speak-terminals.ts";
import { hasTerminalMembers, toClientCall } from "./terminal-members.ts";

/** What one session needs of its connection. */
export interface SessionParts {
  readonly sessionId: string;
  readonly speak: SpeakTerminals;
  /** The client runs the agent's commands and shows them itself. */
  readonly passTerminals: boolean;
  /** Where the session works; null when nobody said. */
  readonly cwd: string | null;
  /** What both sides said of themselves, as `initialize` and its answer. */
  readonly handshake: { readonly offer: UpdateFields; readonly introduction: UpdateFields };
  readonly send: (update: UpdateFields) => Promise<void>;
  readonly later: CardContext["later"];
  /** Events wait to be drained. */
  readonly onEvents: () => void;
  readonly explain: Explain;
}

/** A reader this far behind gets less of what the proxy's own commands print. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** Calls remembered to have been announced; more than any session is likely to have. */
const MAX_KNOWN_CALLS = 65_536;

const CALL_UPDATES: ReadonlySet<unknown> = new Set(["tool_call", "tool_call_update"]);
const FINAL: ReadonlySet<unknown> = new Set(["completed", "failed", "cancelled"]);

/** One session's calls on their way to the client. Methods that resolve are used by one task at a time. */
export class SessionRewriter {
  readonly #parts: SessionParts;
  readonly #decoder: DisplayTerminals;
  readonly #cards = new Map<string, CallCard>();
  readonly #cardOf = new Map<TerminalId, CallCard>();
  /** Calls that are no commands, and whether they are open. */
  readonly #plain = new Map<string, boolean>();
  readonly #unshown = createEarlyOutput();
  readonly #events: DisplayEvent[] = [];
  #waitingBytes = 0;
  #cancelling = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#decoder = displayTerminals({
      onEvent: (event) => this.#events.push(event),
      ownTerminals: parts.passTerminals ? "traffic" : "host",
    });
    this.#decoder.send(parts.handshake.offer);
    this.#decoder.receive(parts.handshake.introduction);
    const { sessionId, cwd } = parts;
    if (cwd !== null) this.#decoder.send({ method: "session/load", params: { sessionId, cwd } });
  }

  /** Takes an update of the agent; true when it passes as it is. */
  async update(message: UpdateFields): Promise<boolean> {
    const fields = toFields(toFields(message["params"])["update"]);
    this.#decoder.receive(message);
    const toolCallId = toText(fields["toolCallId"]);
    if (toolCallId === null || !CALL_UPDATES.has(fields["sessionUpdate"])) {
      await this.drain();
      return true;
    }
    const card = this.#cards.get(toolCallId) ?? this.#openCard(toolCallId, fields);
    if (card === null && this.#isEarly(toolCallId, fields)) {
      this.#explain("retold", toolCallId, "came before its call: kept for it");
      return false;
    }
    if (card === null) {
      await this.drain();
      return this.#passPlain(toolCallId, fields);
    }
    if (fields["sessionUpdate"] === "tool_call" && this.#cards.has(toolCallId)) {
      this.#explain("merged", toolCallId, "announced again: told as an update");
    }
    this.#cards.set(toolCallId, card);
    if (!card.isPassing && isVerbatim(card, fields, this.#parts.speak.outputKey)) {
      card.isVerbatim = true;
      await this.drain();
      card.isVerbatim = false;
      return true;
    }
    card.read(fields);
    await this.drain();
    if (card.isPassing) return true;
    await card.settle();
    this.#forgetIfOver(card);
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
    const size = "bytes" in event ? event.bytes.length : 0;
    const isTooMuch = size > 0 && this.#waitingBytes + size > MAX_WAITING_BYTES;
    this.#waitingBytes += isTooMuch ? 0 : size;
    const { sessionId } = this.#parts;
    const taken: TerminalEvent = isTooMuch
      ? { type: "output-lost", id: event.id, lostBytes: size }
      : this.#withCause(event);
    this.#decoder.feed(sessionId, taken);
    this.#parts.onEvents();
  }

  /** Tells the client of everything that was decoded. */
  async drain(): Promise<void> {
    const touched = new Set<CallCard>();
    for (let shown = this.#events.shift(); shown !== undefined; shown = this.#events.shift()) {
      if ("bytes" in shown.event) this.#waitingBytes -= shown.event.bytes.length;
      const card = await this.#apply(shown);
      if (card !== null) touched.add(card);
    }
    this.#waitingBytes = 0;
    for (const card of touched) {
      if (!card.isPassing) await card.settle();
      this.#forgetIfOver(card);
    }
  }

  /** The turn is over: closes what the agent left open. */
  async endTurn(): Promise<void> {
    await this.drain();
    for (const [toolCallId, card] of this.#cards) {
      if (!card.isOpen || card.isPassing || (card.call.background && !card.hasEnded)) continue;
      this.#explain("closed", toolCallId, "left open at the end of the turn");
      await card.close();
      this.#forgetIfOver(card);
    }
    for (const [toolCallId, isOpen] of this.#plain) {
      if (!isOpen) continue;
      this.#plain.set(toolCallId, false);
      this.#explain("closed", toolCallId, "left open at the end of the turn");
      const status = "failed";
      await this.#parts.send({ sessionUpdate: "tool_call_update", toolCallId, status });
    }
  }

  /** The agent is gone. */
  async close(reason: string): Promise<void> {
    this.#decoder.close(reason);
    await this.endTurn();
    this.dispose();
  }

  /** Lets go of everything; nothing is said. */
  dispose(): void {
    for (const card of this.#cards.values()) card.dispose();
    this.#cards.clear();
  }

  /** The call of a permission request as the client can show it. */
  toClientCall(call: UpdateFields): UpdateFields {
    return toClientCall(call, (id) => this.#toClientTerminal(id));
  }

  /** What an agent ends because its turn is cancelled ends with the turn. */
  #withCause(event: TerminalEvent): TerminalEvent {
    const isMeant = this.#cancelling && event.type === "terminal-ended";
    if (!isMeant || event.ending.cause !== "stopped") return event;
    return { ...event, ending: { ...event.ending, cause: "cancelled" } };
  }

  async #apply({ event, toolCallId, dialect }: DisplayEvent): Promise<CallCard | null> {
    if (event.type === "note-added") this.#explain("noted", toolCallId, event.note);
    const shown = this.#cardOf.get(event.id);
    if (shown !== undefined) {
      await this.#tell(shown, event);
      return shown;
    }
    if (toolCallId === null) {
      this.#unshown.keep(event);
      return null;
    }
    const card = await this.#show(toolCallId, event.id, dialect);
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

  async #show(toolCallId: string, id: TerminalId, dialect: DisplayDialect): Promise<CallCard> {
    const first = this.#cards.get(toolCallId);
    const taken = first?.terminal ?? null;
    const isTaken = taken !== null && taken.dialect !== "text";
    const card = first === undefined || isTaken ? this.#addCard(toolCallId, id) : first;
    this.#cardOf.set(id, card);
    card.isPassing = dialect === "client" && this.#parts.passTerminals;
    await card.show(id, dialect);
    const what = card.isPassing ? "shown by the client itself" : `a terminal told by ${dialect}`;
    this.#explain("retold", card.call.toolCallId, what);
    return card;
  }

  /** A call that shows one more terminal, which has its own card. */
  #addCard(toolCallId: string, id: TerminalId): CallCard {
    const isTaken = this.#cards.has(toolCallId);
    const ownId = isTaken ? `${toolCallId}/${id}` : toolCallId;
    const card = this.#createCard(ownId, false);
    card.followsTerminal = isTaken;
    this.#cards.set(ownId, card);
    return card;
  }

  #openCard(toolCallId: string, fields: UpdateFields): CallCard | null {
    const isShown = this.#events.some((shown) => shown.toolCallId === toolCallId);
    if (!isShown && (!isTerminalCall(fields) || this.#isEarly(toolCallId, fields))) return null;
    const showsOther = !isShown && this.#showsKnownTerminal(fields);
    if (showsOther) return null;
    return this.#createCard(toolCallId, this.#plain.delete(toolCallId));
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
    return fields["kind"] !== "execute" && blocks.some((block) => this.#findCard(block) !== null);
  }

  #createCard(toolCallId: string, isKnown: boolean): CallCard {
    const { speak, send, later } = this.#parts;
    return new CallCard(toolCallId, { speak, send, later }, isKnown);
  }

  async #passPlain(toolCallId: string, fields: UpdateFields): Promise<boolean> {
    const isRepeated = fields["sessionUpdate"] === "tool_call" && this.#plain.has(toolCallId);
    const { status } = fields;
    const wasOpen = this.#plain.get(toolCallId) ?? true;
    const isOpen = status === undefined ? wasOpen : !FINAL.has(status);
    if (this.#plain.size < MAX_KNOWN_CALLS) this.#plain.set(toolCallId, isOpen);
    const isStripped = hasTerminalMembers(fields);
    if (!isRepeated && !isStripped) return true;
    if (isRepeated) this.#explain("merged", toolCallId, "announced again: told as an update");
    if (isStripped) this.#explain("stripped", toolCallId, "a terminal the client cannot show");
    const update = isStripped ? this.toClientCall(fields) : fields;
    await this.#parts.send({ ...update, ...(isRepeated && { sessionUpdate: "tool_call_update" }) });
    return false;
  }

  #toClientTerminal(terminalId: string): string | null {
    const card = this.#findCard({ terminalId });
    if (card === null) return null;
    return card.isPassing ? terminalId : this.#parts.speak.toTerminalId(card.call.toolCallId);
  }

  #findCard({ terminalId }: UpdateFields): CallCard | null {
    for (const card of this.#cards.values()) if (card.terminal?.id === terminalId) return card;
    return null;
  }

  /** What is over needs no encoder any more; that it was there is still known. */
  #forgetIfOver(card: CallCard): void {
    if (card.isOver) card.dispose();
  }

  #explain(kind: Parameters<Explain>[0]["kind"], toolCallId: string | null, what: string): void {
    this.#parts.explain({ kind, sessionId: this.#parts.sessionId, toolCallId, what });
  }
}
