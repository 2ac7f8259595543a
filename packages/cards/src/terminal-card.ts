import { html, LitElement, type PropertyDeclarations, type TemplateResult } from "lit";
import { applyTerminalEvent, type TerminalEvent, type TerminalState } from "@termwire/terminal";

/** One command as a card; see the README of the package for its properties and events. */
export class TerminalCard extends LitElement {
  static override properties: PropertyDeclarations = {
    heading: { type: String },
    description: { type: String },
    theme: { type: String, reflect: true },
    stoppable: { type: Boolean },
    interactive: { type: Boolean },
    collapsed: { type: Boolean, reflect: true },
    expanded: { type: Boolean, reflect: true },
  };

  declare heading: string | null;
  declare description: string | null;
  declare theme: "light" | "dark" | null;
  declare stoppable: boolean;
  declare interactive: boolean;
  declare collapsed: boolean;
  declare expanded: boolean;
  #state: TerminalState | undefined;

  constructor() {
    super();
    this.heading = null;
    this.description = null;
    this.theme = null;
    this.stoppable = false;
    this.interactive = false;
    this.collapsed = false;
    this.expanded = false;
  }

  /** The record so far; undefined before the first event. */
  get state(): TerminalState | undefined {
    return this.#state;
  }

  /** Takes in what happened to the terminal. Total: any events in any order. */
  apply(event: TerminalEvent): void {
    this.#state = applyTerminalEvent(this.#state, event);
    this.requestUpdate();
  }

  override render(): TemplateResult {
    return html`<pre>${this.#state?.command ?? this.heading}</pre>`;
  }
}
