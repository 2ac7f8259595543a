import type { TerminalEvent, TerminalState } from "@termwire/terminal";
import type { CardStyle } from "./card-style.ts";
import { createControlFilter } from "./control-filter.ts";
import { createLineCollapser } from "./line-collapser.ts";
import type { Print } from "./run-printer.ts";

/** One card while it is drawn, top to bottom. */
export interface CardBody {
  draw(event: TerminalEvent): void;
  /** Prints an unfinished line, for a card that will get no ending. */
  flush(): void;
}

/** Creates the body of the next card. */
export function createCardBody(print: Print, style: CardStyle): CardBody {
  return new FlowingBody(print, style);
}

class FlowingBody implements CardBody {
  readonly #print: Print;
  readonly #style: CardStyle;
  readonly #filter;
  readonly #collapser = createLineCollapser();
  #lineStart = true;
  #about: Pick<TerminalState, "command" | "cwd"> = { command: null, cwd: null };
  #headed = false;

  constructor(print: Print, style: CardStyle) {
    this.#print = print;
    this.#style = style;
    this.#filter = createControlFilter(style.colours);
  }

  draw(event: TerminalEvent): void {
    if (event.type === "terminal-started" || event.type === "terminal-changed") {
      this.#describe(event);
      return;
    }
    if (!this.#headed) this.#head();
    switch (event.type) {
      case "output-appended":
        this.#text(this.#filter.filter(event.bytes));
        break;
      case "output-replaced":
        this.#line(this.#style.note("the agent sent the output anew"));
        this.#text(this.#filter.filter(event.bytes));
        break;
      case "output-lost":
        this.#line(this.#style.note(`… ${event.lostBytes} bytes not shown`));
        break;
      case "note-added":
        this.#line(this.#style.note(event.note));
        break;
      case "waiting-changed":
        if (event.isWaiting) this.#line(this.#style.note("waiting for input"));
        break;
      case "terminal-ended":
        this.#line(this.#style.ending(event.ending, event.durationMs));
        break;
    }
  }

  flush(): void {
    if (!this.#headed) this.#head();
    this.#line("");
  }

  /** The header waits for the command, which some agents tell a moment later; a new command is a new header. */
  #describe({ command, cwd }: Pick<TerminalState, "command" | "cwd">): void {
    if (this.#headed && command === this.#about.command) return;
    this.#about = { command, cwd };
    if (command !== null) this.#head();
  }

  #head(): void {
    this.#headed = true;
    this.#line(this.#style.header(this.#about.cwd, this.#about.command));
  }

  #text(text: string): void {
    this.#write(this.#style.colours ? text : this.#collapser.push(text));
  }

  /** Prints a line of the card's own, below everything the command printed so far. */
  #line(line: string): void {
    const rest = this.#filter.flush();
    this.#write(this.#style.colours ? rest : this.#collapser.push(rest) + this.#collapser.flush());
    if (!this.#lineStart) this.#print(this.#style.colours ? "\u001b[0m\n" : "\n");
    this.#lineStart = true;
    this.#print(line);
  }

  #write(text: string): void {
    if (text === "") return;
    this.#print(text);
    this.#lineStart = text.endsWith("\n");
  }
}
