import type { DisplayEvent } from "@termwire/acp/client";
import { createOutputLog, type OutputLogWriter, type TerminalId } from "@termwire/terminal";
import { createCardBody, type CardBody } from "./card-body.ts";
import type { CardStyle } from "./card-style.ts";
import type { Print, RunPrinter } from "./run-printer.ts";

/** What is kept of a card that waits behind another one. */
const WAITING_BYTES = 1024 * 1024;

/**
 * Draws each command as a card, one below the other: the oldest that still runs is live, those that started after
 * it wait and come, with what they printed meanwhile, when it has ended. So do the agent's words.
 */
export function createCardPrinter(print: Print, style: CardStyle): RunPrinter {
  return new CardPrinter(print, style);
}

/** Something that waits for its place on the screen. */
type Waiting =
  | { readonly kind: "message"; text: string }
  | { readonly kind: "card"; readonly id: TerminalId; readonly card: WaitingCard };

interface WaitingCard {
  readonly events: DisplayEvent["event"][];
  readonly output: OutputLogWriter;
}

class CardPrinter implements RunPrinter {
  readonly #print: Print;
  readonly #style: CardStyle;
  readonly #waiting: Waiting[] = [];
  #front: { readonly id: TerminalId; readonly body: CardBody } | null = null;
  /** The agent's words need a line end before a card. */
  #midLine = false;

  constructor(print: Print, style: CardStyle) {
    this.#print = print;
    this.#style = style;
  }

  terminal({ event }: DisplayEvent): void {
    if (this.#front?.id === event.id) this.#draw(event);
    else if (this.#front === null) this.#open(event);
    else this.#wait(event);
  }

  message(text: string): void {
    if (this.#front === null) this.#say(text);
    else this.#waiting.push({ kind: "message", text });
  }

  turn(stopReason: string): void {
    if (stopReason !== "end_turn") {
      this.message(`\n${this.#style.note(`turn ended: ${stopReason}`)}`);
    }
  }

  close(): void {
    this.#front?.body.flush();
    this.#front = null;
    this.#next();
    if (this.#midLine) this.#print("\n");
  }

  #open(event: DisplayEvent["event"]): void {
    if (event.type !== "terminal-started") return;
    if (this.#midLine) this.#print("\n");
    this.#midLine = false;
    this.#front = { id: event.id, body: createCardBody(this.#print, this.#style) };
    this.#draw(event);
  }

  #draw(event: DisplayEvent["event"]): void {
    this.#front?.body.draw(event);
    if (event.type !== "terminal-ended") return;
    this.#front = null;
    this.#next();
  }

  #wait(event: DisplayEvent["event"]): void {
    const entry = this.#waiting.find(
      (waiting) => waiting.kind === "card" && waiting.id === event.id,
    );
    if (entry?.kind === "card") keep(entry.card, event);
    else if (event.type === "terminal-started") {
      const card = { events: [event], output: createOutputLog(WAITING_BYTES) };
      this.#waiting.push({ kind: "card", id: event.id, card });
    }
  }

  /** Brings waiting things on until a card that still runs is in front. */
  #next(): void {
    while (this.#front === null) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      if (next.kind === "message") this.#say(next.text);
      else for (const event of toEvents(next.id, next.card)) this.#drawOrOpen(event);
    }
  }

  #drawOrOpen(event: DisplayEvent["event"]): void {
    if (this.#front === null) this.#open(event);
    else this.#draw(event);
  }

  #say(text: string): void {
    this.#print(text);
    if (text !== "") this.#midLine = !text.endsWith("\n");
  }
}

function keep(card: WaitingCard, event: DisplayEvent["event"]): void {
  if (event.type === "output-appended") card.output.append(event.bytes);
  else card.events.push(event);
}

/** The start, what was printed meanwhile, then the rest in order. */
function toEvents(id: TerminalId, { events, output }: WaitingCard): DisplayEvent["event"][] {
  const [started, ...rest] = events;
  const { bytes, lostBytes } = output.read(0);
  const printed: DisplayEvent["event"][] = [];
  if (lostBytes > 0) printed.push({ type: "output-lost", id, lostBytes });
  if (bytes.length > 0) printed.push({ type: "output-appended", id, bytes });
  return started === undefined ? printed : [started, ...printed, ...rest];
}
