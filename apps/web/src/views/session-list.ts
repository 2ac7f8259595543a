import {
  css,
  html,
  nothing,
  type CSSResultGroup,
  type PropertyDeclarations,
  type TemplateResult,
} from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { SessionEntry } from "../store/session-entry.ts";
import type { PageText } from "../text/page-text.ts";
import { ICONS } from "./icons.ts";
import { PageView } from "./page-view.ts";
import { shortenPath } from "./shorten-path.ts";
import { toLine } from "./to-line.ts";

/** The sessions there are, one to a line. */
export class SessionListView extends PageView {
  static override properties: PropertyDeclarations = {
    entries: { attribute: false },
    currentId: { attribute: false },
    canDelete: { attribute: false },
    asked: { state: true },
  };
  static override styles: CSSResultGroup = css`
    ul {
      margin: 0;
      padding: 0;
      list-style: none;
    }
    li {
      position: relative;
      display: flex;
      align-items: center;
    }
    .open {
      flex: 1;
      min-width: 0;
      display: grid;
      grid-template-columns: 8px 1fr;
      gap: 0 9px;
      align-items: center;
      justify-content: start;
      padding: 6px 34px 6px 10px;
      border-color: transparent;
      background: none;
      text-align: left;
    }
    .open:hover {
      background: var(--sunken);
      border-color: transparent;
    }
    .open[aria-current] {
      background: var(--accent-ground);
    }
    .title,
    .place {
      overflow: hidden;
      white-space: nowrap;
      text-overflow: ellipsis;
    }
    .place {
      grid-column: 2;
      font-size: 12px;
      color: var(--ink-soft);
    }
    .state {
      width: 8px;
      height: 8px;
      border-radius: 50%;
    }
    .state.working {
      background: var(--accent);
    }
    .state.asking {
      background: var(--warn);
    }
    .state.dead {
      border: 1.5px solid var(--line-strong);
    }
    .remove {
      position: absolute;
      right: 2px;
      opacity: 0;
    }
    li:hover .remove,
    li:focus-within .remove {
      opacity: 1;
    }
    @media (hover: none) {
      .remove {
        opacity: 1;
      }
    }
    .question {
      flex: 1;
      display: flex;
      flex-wrap: wrap;
      gap: 6px;
      align-items: center;
      padding: 8px 10px;
      border-radius: 6px;
      background: var(--bad-ground);
    }
    .question span {
      flex-basis: 100%;
    }
    .none {
      padding: 8px 10px;
      color: var(--ink-soft);
    }
  `;

  declare entries: readonly SessionEntry[];
  declare currentId: string | null;
  declare canDelete: boolean;
  declare onOpen: (sessionId: string) => void;
  declare onDelete: (sessionId: string) => void;
  /** The session that is to be deleted, once that was said twice. */
  declare private asked: string | null;

  constructor() {
    super();
    this.asked = null;
  }

  override render(): TemplateResult {
    if (this.entries.length === 0) return html`<p class="none">${this.text.noSessions}</p>`;
    return html`<ul>
      ${repeat(
        this.entries,
        ({ sessionId }) => sessionId,
        (entry) =>
          html`<li>
            ${this.asked === entry.sessionId ? this.#question(entry) : this.#line(entry)}
          </li>`,
      )}
    </ul>`;
  }

  #line(entry: SessionEntry): TemplateResult {
    const { text } = this;
    const { sessionId, cwd } = entry;
    const title = toTitle(entry, text);
    return html`<button
        class="open"
        aria-current=${sessionId === this.currentId ? "page" : nothing}
        title=${toLine(cwd)}
        @click=${() => this.onOpen(sessionId)}
      >
        ${renderState(entry, text)}
        <span class="title">${title}</span>
        <span class="place">${shortenPath(toLine(cwd))}</span>
      </button>
      ${
        this.canDelete
          ? html`<button
              class="plain square remove"
              aria-label=${text.deleteSession(title)}
              @click=${() => this.#ask(sessionId)}
            >
              ${ICONS.trash}
            </button>`
          : nothing
      }`;
  }

  #question({ sessionId }: SessionEntry): TemplateResult {
    const { text } = this;
    return html`<div class="question" role="group" aria-label=${text.deleteQuestion}>
      <span>${text.deleteQuestion}</span>
      <button class="danger" @click=${() => this.#delete(sessionId)}>${text.delete}</button>
      <button id="keep" @click=${() => this.#ask(null)}>${text.keep}</button>
    </div>`;
  }

  #ask(sessionId: string | null): void {
    this.asked = sessionId;
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HTMLElement>("#keep")?.focus(),
    );
  }

  #delete(sessionId: string): void {
    this.asked = null;
    this.onDelete(sessionId);
  }
}

/** What a session is called, with nothing in it that one would not see. */
export function toTitle({ title }: Pick<SessionEntry, "title">, text: PageText): string {
  return title === null ? text.untitled : toLine(title);
}

function renderState(entry: SessionEntry, text: PageText): TemplateResult {
  const [name, words] = readState(entry, text);
  return html`<span class="state ${name}">
    ${words === "" ? nothing : html`<span class="hidden">${words}: </span>`}
  </span>`;
}

function readState(
  { asking, working, live }: SessionEntry,
  text: PageText,
): readonly [string, string] {
  if (asking) return ["asking", text.asking];
  if (working) return ["working", text.working];
  return live ? ["", ""] : ["dead", text.readOnly];
}
