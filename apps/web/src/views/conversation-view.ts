import {
  css,
  html,
  nothing,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from "lit";
import { repeat } from "lit/directives/repeat.js";
import { isWorking, type Entry } from "../conversation/conversation.ts";
import type { SessionView, ShownTerminal } from "../store/session-view.ts";
import { ICONS } from "./icons.ts";
import { PageView } from "./page-view.ts";

/** As near to the end as this, one wants to see what comes. */
const NEAR_PX = 60;
const NO_TERMINALS: readonly ShownTerminal[] = [];

/** What was said and done in a session. Stays at its end while one is there, and where one is otherwise. */
export class ConversationView extends PageView {
  static override properties: PropertyDeclarations = {
    session: { attribute: false },
    isAway: { state: true },
  };
  static override styles: CSSResultGroup = css`
    :host {
      display: block;
      position: relative;
      min-height: 0;
    }
    .scroll {
      height: 100%;
      overflow-y: auto;
      overscroll-behavior: contain;
      scrollbar-gutter: stable both-edges;
    }
    .scroll:focus-visible {
      outline-offset: -2px;
    }
    .column {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: 16px;
      max-width: 860px;
      margin: 0 auto;
      padding: 24px 20px 28px;
    }
    @media (max-width: 760px) {
      .column {
        padding: 16px 10px 20px;
      }
    }
    .omitted {
      margin: 0;
      text-align: center;
      font-size: 12.5px;
      color: var(--ink-soft);
    }
    .empty {
      display: grid;
      place-content: center;
      justify-items: center;
      min-height: 46vh;
      text-align: center;
    }
    .empty h2 {
      margin: 0 0 6px;
      font-size: 22px;
      font-weight: 600;
      letter-spacing: -0.01em;
    }
    .empty p {
      max-width: 44ch;
      margin: 0;
      color: var(--ink-soft);
    }
    .latest {
      position: absolute;
      bottom: 12px;
      left: 50%;
      transform: translateX(-50%);
      border-radius: 999px;
      background: var(--raised);
      box-shadow: 0 2px 10px rgb(0 0 0 / 16%);
    }
  `;

  declare session: SessionView;
  declare private isAway: boolean;
  readonly #resizes = new ResizeObserver(() => this.#follow());

  constructor() {
    super();
    this.isAway = false;
  }

  /** Brings a terminal into sight and gives it the keyboard. */
  show({ card }: ShownTerminal): void {
    const { element } = card;
    if (!(element instanceof HTMLElement)) return;
    element.scrollIntoView({ block: "center" });
    element.focus();
  }

  protected override firstUpdated(): void {
    const column = this.renderRoot.querySelector(".column");
    if (column !== null) this.#resizes.observe(column);
    this.#resizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizes.disconnect();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("session");
    if (before !== undefined && before.sessionId !== this.session.sessionId) this.isAway = false;
  }

  protected override updated(): void {
    this.#follow();
  }

  override render(): TemplateResult {
    const { text, session } = this;
    const { entries } = session.conversation;
    const shownBy = groupByCall(session.terminals);
    const asked = new Set(session.permissions.map(({ toolCallId }) => toolCallId));
    return html`<div
        class="scroll"
        tabindex="0"
        role="region"
        aria-label=${text.conversation}
        @scroll=${() => this.#scrolled()}
      >
        <div class="column">
          ${
            session.omittedUpdates === 0
              ? nothing
              : html`<p class="omitted">${text.omitted(session.omittedUpdates)}</p>`
          }
          ${entries.length === 0 && !isWorking(session.conversation) ? this.#empty() : nothing}
          ${repeat(
            entries,
            ({ key }) => `${session.sessionId} ${key}`,
            (entry) =>
              html`<conversation-entry
                .text=${text}
                .entry=${entry}
                .terminals=${findShown(entry, shownBy)}
                .isAsked=${entry.kind === "call" && asked.has(entry.call.id)}
              ></conversation-entry>`,
          )}
          ${(shownBy.get(null) ?? NO_TERMINALS).map(({ card }) => card.element)}
          <slot></slot>
        </div>
      </div>
      ${
        this.isAway
          ? html`<button class="latest" @click=${() => this.#toEnd()}>
              ${ICONS.down}${text.latest}
            </button>`
          : nothing
      }`;
  }

  #empty(): TemplateResult {
    const { text } = this;
    return html`<div class="empty">
      <h2>${text.emptyTitle}</h2>
      <p>${text.emptyHint}</p>
    </div>`;
  }

  get #scroller(): HTMLElement | null {
    return this.renderRoot.querySelector(".scroll");
  }

  #scrolled(): void {
    const scroller = this.#scroller;
    if (scroller === null) return;
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    this.isAway = scrollHeight - scrollTop - clientHeight > NEAR_PX;
  }

  #follow(): void {
    const scroller = this.#scroller;
    if (scroller !== null && !this.isAway) scroller.scrollTop = scroller.scrollHeight;
  }

  #toEnd(): void {
    this.isAway = false;
    this.#follow();
    this.#scroller?.focus();
  }
}

type ShownBy = ReadonlyMap<string | null, readonly ShownTerminal[]>;

/** Terminals by the call that shows them; those that none shows by null. */
function groupByCall(terminals: readonly ShownTerminal[]): ShownBy {
  const groups = new Map<string | null, ShownTerminal[]>();
  for (const terminal of terminals) {
    const group = groups.get(terminal.toolCallId) ?? [];
    group.push(terminal);
    groups.set(terminal.toolCallId, group);
  }
  return groups;
}

function findShown(entry: Entry, shownBy: ShownBy): readonly ShownTerminal[] {
  return (entry.kind === "call" ? shownBy.get(entry.call.id) : undefined) ?? NO_TERMINALS;
}
