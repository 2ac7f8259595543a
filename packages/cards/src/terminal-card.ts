import {
  LitElement,
  type CSSResult,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from "lit";
import type { TerminalEvent, TerminalState } from "@termwire/terminal";
import { CardBody } from "./body/card-body.ts";
import { CardView, type CardElement } from "./card-view.ts";
import { Surroundings } from "./controllers/surroundings.ts";
import { Ticker } from "./controllers/ticker.ts";
import { toAsciicast } from "./export/asciicast.ts";
import { readOutputText } from "./export/output-text.ts";
import { createCardRecord, type CardRecord } from "./record/card-record.ts";
import { CARD_STYLES } from "./styles/card-styles.ts";
import { CONTROL_STYLES } from "./styles/control-styles.ts";
import { OUTPUT_STYLES } from "./styles/output-styles.ts";
import { PALETTE_STYLES } from "./styles/palette-styles.ts";
import type { TerminalCardEventMap } from "./terminal-card-events.ts";
import type { CardText } from "./text/card-text.ts";
import { pickCardText } from "./text/pick-card-text.ts";

/** Newest bytes kept of a command. A page can hold fifty cards of that. */
const OUTPUT_LIMIT_BYTES = 8 * 1024 * 1024;

/**
 * `<terminal-card>`: one command as a live terminal. It takes the events of one terminal by {@link TerminalCard.apply}
 * and dispatches those of `TerminalCardEventMap`. Nothing in the output can reach outside of the card, run a script or
 * answer the program. Taken off the page it holds no emulator; put back it goes on.
 */
export class TerminalCard extends LitElement implements CardElement {
  static override properties: PropertyDeclarations = {
    heading: { type: String },
    description: { type: String },
    theme: { type: String, reflect: true },
    lang: { type: String, reflect: true },
    stoppable: { type: Boolean },
    interactive: { type: Boolean },
    collapsed: { type: Boolean, reflect: true },
    expanded: { type: Boolean, reflect: true },
  };
  static override styles: CSSResult[] = [
    PALETTE_STYLES,
    CARD_STYLES,
    CONTROL_STYLES,
    OUTPUT_STYLES,
  ];

  /** Shown in place of the command while none is known. */
  declare heading: string | null;
  /** What the command is for. */
  declare description: string | null;
  /** Null: what the system prefers. */
  declare theme: "light" | "dark" | null;
  /** Whether a stop button is offered while it runs. */
  declare stoppable: boolean;
  /** Whether it takes the keyboard while it runs. */
  declare interactive: boolean;
  /** Whether only the header is shown. */
  declare collapsed: boolean;
  /** Whether the output has more room. */
  declare expanded: boolean;

  readonly #record: CardRecord = createCardRecord(OUTPUT_LIMIT_BYTES);
  readonly #body: CardBody;
  readonly #view: CardView;
  #isInSight = false;

  constructor() {
    super();
    this.heading = null;
    this.description = null;
    this.theme = null;
    this.stoppable = false;
    this.interactive = false;
    this.collapsed = false;
    this.expanded = false;
    this.#body = new CardBody(this.#record, {
      onInput: (bytes) => {
        this.#dispatch("terminal-input", { bytes });
      },
      onResize: (size) => {
        this.#dispatch("terminal-resize", { size });
      },
      onChange: () => {
        this.requestUpdate();
      },
    });
    this.#view = new CardView(this, this.#record, this.#body);
    this.#watch();
  }

  /** The record so far; undefined before the first event. */
  get state(): TerminalState | undefined {
    return this.#record.state;
  }

  /** True while an emulator lives for this card: it is in sight, open, and its output may still change. */
  get isLive(): boolean {
    return this.#body.isLive;
  }

  /** The words of its language: its own `lang`, that of what is around it, or what the browser prefers. */
  get text(): CardText {
    const around = this.parentElement?.closest("[lang]")?.getAttribute("lang");
    return pickCardText([this.lang, around, ...navigator.languages]);
  }

  /** Takes in what happened to the terminal. Total: any events in any order. Copies what it keeps. */
  apply(event: TerminalEvent): void {
    const hadOutput = this.#view.hasOutput;
    this.#record.apply(event, Date.now());
    const isOutput = event.type === "output-appended" || event.type === "output-replaced";
    this.#body.update();
    if (!isOutput || !hadOutput) this.requestUpdate();
  }

  /** The output that is kept, as the text a terminal would show. */
  readText(): Promise<string> {
    return readOutputText(this.#record, this.text);
  }

  /** The output that is kept, as a recording in the format asciicast v2. */
  readAsciicast(): string {
    return toAsciicast(this.#record);
  }

  askToStop(): boolean {
    return this.#dispatch("terminal-stop", {});
  }

  toggleCollapsed(): void {
    this.collapsed = !this.collapsed;
    this.#dispatch("terminal-toggle", { collapsed: this.collapsed });
  }

  toggleExpanded(): void {
    this.expanded = !this.expanded;
  }

  override render(): TemplateResult {
    return this.#view.render();
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.#body.setMode({
      isShown: this.#isInSight && this.#view.isOpen,
      isInteractive: this.#view.isInteractive,
      text: this.text,
    });
    if (changed.has("theme")) this.#body.restyle();
  }

  #watch(): void {
    this.addController(new Ticker(this, () => this.#isInSight && this.#view.isRunning));
    const surroundings = new Surroundings(this, {
      onSight: (isInSight) => {
        this.#isInSight = isInSight;
        this.requestUpdate();
      },
      onTheme: () => {
        this.#body.restyle();
      },
      onResize: () => {
        this.#body.resized();
      },
    });
    this.addController(surroundings);
  }

  /** False when somebody called `preventDefault()`, or nothing was heard of the terminal yet. */
  #dispatch<Type extends keyof TerminalCardEventMap>(
    type: Type,
    detail: Omit<TerminalCardEventMap[Type]["detail"], "id">,
  ): boolean {
    const id = this.state?.id;
    if (id === undefined) return false;
    const options = { detail: { ...detail, id }, bubbles: true, composed: true, cancelable: true };
    return this.dispatchEvent(new CustomEvent(type, options));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "terminal-card": TerminalCard;
  }
  // The events of a card become those of any element.
  interface HTMLElementEventMap extends TerminalCardEventMap {}
}
