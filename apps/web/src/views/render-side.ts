import { html, nothing, type TemplateResult } from "lit";
import type { PageStore } from "../store/page-store.ts";
import { isLanguage, LANGUAGES } from "../text/language.ts";
import type { Preferences, Theme } from "../text/preferences.ts";
import { ICONS } from "./icons.ts";
import { toLine } from "./to-line.ts";

/** What the side needs of the page. */
export interface SideOptions {
  readonly store: PageStore;
  readonly preferences: Preferences;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Asks for the directory of a new session. */
  readonly onAskDirectory: () => void;
}

/** The sessions, the agent, and how the page looks. */
export function renderSide(options: SideOptions): TemplateResult {
  const { store, preferences, isOpen, onClose } = options;
  const { text } = preferences;
  const { sessions, session, canDelete } = store.state;
  return html`<nav class="side ${isOpen ? "open" : ""}" aria-label=${text.sessions}>
      <div class="top">
        <p class="brand">Termwire</p>
        <button class="plain square close" aria-label=${text.closeSessions} @click=${onClose}>
          ${ICONS.close}
        </button>
      </div>
      ${renderNew(options)}
      <session-list
        .text=${text}
        .entries=${sessions}
        .currentId=${session?.sessionId ?? null}
        .canDelete=${canDelete}
        .onOpen=${(sessionId: string) => {
          onClose();
          void store.openSession(sessionId);
        }}
        .onDelete=${(sessionId: string) => void store.deleteSession(sessionId)}
      ></session-list>
      <div class="foot">${renderAgents(options)} ${renderLooks(options)}</div>
    </nav>
    <div class="shade" @click=${onClose}></div>`;
}

function renderNew({ store, preferences, onClose, onAskDirectory }: SideOptions): TemplateResult {
  const { text } = preferences;
  const isClosed = store.state.connection.kind !== "open" || store.state.agentEnd !== null;
  return html`<div class="new">
    <button
      class="here"
      ?disabled=${isClosed}
      title=${toLine(store.state.cwd)}
      @click=${() => {
        onClose();
        void store.newSession(store.state.session?.cwd ?? store.state.cwd);
      }}
    >
      ${ICONS.plus}${text.newSession}
    </button>
    <button
      class="square"
      ?disabled=${isClosed}
      aria-label=${text.newSessionIn}
      title=${text.newSessionIn}
      @click=${onAskDirectory}
    >
      …
    </button>
  </div>`;
}

/** Nothing to choose from, nothing to show. */
function renderAgents({ store, preferences }: SideOptions): TemplateResult | typeof nothing {
  const { agents, agentId } = store.state;
  if (agents.length < 2) return nothing;
  const current = agentId ?? agents.find(({ isDefault }) => isDefault)?.id;
  return html` <select
    class="agent"
    aria-label=${preferences.text.agent}
    @change=${withValue((value) => store.chooseAgent(value))}
  >
    ${agents.map(
      ({ id, name, command }) =>
        html`<option value=${id} .selected=${id === current} title=${toLine(command)}>
          ${toLine(name)}
        </option>`,
    )}
  </select>`;
}

const THEMES: readonly Theme[] = ["auto", "light", "dark"];

function renderLooks({ preferences }: SideOptions): TemplateResult {
  const { text, theme, language } = preferences;
  return html`<select
      aria-label=${text.theme}
      @change=${withValue((value) => {
        const chosen = THEMES.find((each) => each === value);
        if (chosen !== undefined) preferences.chooseTheme(chosen);
      })}
    >
      ${THEMES.map(
        (each) =>
          html`<option value=${each} .selected=${each === theme}>${text.themes[each]}</option>`,
      )}
    </select>
    <select
      aria-label=${text.languageLabel}
      @change=${withValue((value) => {
        if (isLanguage(value)) preferences.chooseLanguage(value);
      })}
    >
      ${Object.entries(LANGUAGES).map(
        ([tag, words]) =>
          html`<option value=${tag} lang=${tag} .selected=${tag === language}>
            ${words.language}
          </option>`,
      )}
    </select>`;
}

function withValue(choose: (value: string) => void): (event: Event) => void {
  return ({ target }) => {
    if (target instanceof HTMLSelectElement) choose(target.value);
  };
}
