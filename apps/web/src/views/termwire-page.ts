import {
  html,
  LitElement,
  nothing,
  type CSSResultGroup,
  type PropertyDeclarations,
  type TemplateResult,
} from "lit";
import type { TerminalId } from "@termwire/terminal";
import { isWorking } from "../conversation/conversation.ts";
import type { Setting } from "../settings/setting.ts";
import type { PageStore } from "../store/page-store.ts";
import type { SessionView, ShownTerminal } from "../store/session-view.ts";
import type { Session } from "../store/session.ts";
import type { SignIn } from "../store/sign-in.ts";
import type { PageText } from "../text/page-text.ts";
import type { Preferences } from "../text/preferences.ts";
import type { AskDialog } from "./ask-dialog.ts";
import { ICONS } from "./icons.ts";
import { listJobs } from "./list-jobs.ts";
import { listPrompts } from "./list-prompts.ts";
import { PAGE_STYLES } from "./page-styles.ts";
import { renderSide } from "./render-side.ts";
import { toTitle } from "./session-list.ts";
import { SHARED_STYLES } from "./shared-styles.ts";
import { toLine } from "./to-line.ts";

/** The whole page. */
export class TermwirePage extends LitElement {
  static override properties: PropertyDeclarations = {
    store: { attribute: false },
    preferences: { attribute: false },
    isSideOpen: { state: true },
  };
  static override styles: CSSResultGroup = [SHARED_STYLES, PAGE_STYLES];

  declare store: PageStore;
  declare preferences: Preferences;
  declare private isSideOpen: boolean;
  /** The question that was given the keyboard last. */
  #askedId: unknown = null;
  #hasBegun = false;

  constructor() {
    super();
    this.isSideOpen = false;
  }

  // Wherever the keyboard is, and it is nowhere after a reload.
  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("keydown", this.#key);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("keydown", this.#key);
  }

  get #text(): PageText {
    return this.preferences.text;
  }

  /** Ends one command; where that cannot be asked for, offers to end its turn. False when nothing was asked. */
  stopTerminal(terminalId: TerminalId): boolean {
    const { session, actions } = this.store;
    if (session === undefined) return false;
    if (actions.stop(session, terminalId)) return true;
    this.renderRoot.querySelector<AskDialog>("#stop-turn")?.open("");
    return false;
  }

  protected override updated(): void {
    const { session, sessions, lostPrompt } = this.store.state;
    document.title = toDocumentTitle(
      this.#readTitle(session),
      sessions.some(({ asking }) => asking),
    );
    this.#moveKeyboard(session?.permissions[0]?.requestId ?? null);
    this.#beginToWrite();
    const composer = this.renderRoot.querySelector("prompt-composer");
    if (lostPrompt !== null && composer !== null) {
      composer.restore(this.store.takeLostPrompt() ?? "");
    }
  }

  override render(): TemplateResult {
    const { store, preferences } = this;
    const { state } = store;
    return html`${renderSide({
        store,
        preferences,
        isOpen: this.isSideOpen,
        onClose: () => this.#toggleSide(false),
        onAskDirectory: () =>
          this.renderRoot.querySelector<AskDialog>("#new-session")?.open(state.cwd),
      })}
      <main>
        ${this.#head(state.session)}
        <page-notices
          .text=${this.#text}
          .state=${state}
          .onRetry=${() => store.retry()}
          .onRestart=${() => void store.restartAgent()}
          .onDismiss=${() => store.dismissFailure()}
          .onSignIn=${(way: SignIn) => void store.signIn(way)}
        ></page-notices>
        ${state.session === null ? this.#waiting() : this.#session(state.session)}
      </main>
      ${this.#dialogs()}`;
  }

  #head(session: SessionView | null): TemplateResult {
    const cwd = toLine(session?.cwd ?? "");
    return html`<header class="head">
      <button
        class="plain square menu"
        aria-label=${this.#text.openSessions}
        aria-expanded=${this.isSideOpen}
        @click=${() => this.#toggleSide(true)}
      >
        ${ICONS.menu}
      </button>
      <h1>${this.#readTitle(session)}</h1>
      <span class="cwd mono" title=${cwd}>${cwd}</span>
    </header>`;
  }

  #waiting(): TemplateResult {
    const { connection, agentEnd, isOpening } = this.store.state;
    const words = isOpening ? this.#text.opening : this.#text.connecting;
    return html`<p class="waiting" role="status">
      ${agentEnd === null || connection.kind !== "open" ? words : nothing}
    </p>`;
  }

  #session(session: SessionView): TemplateResult {
    return html`<conversation-view .text=${this.#text} .session=${session}></conversation-view>
      <div class="dock">
        ${this.#activity(session)}
        <jobs-tray
          .text=${this.#text}
          .jobs=${listJobs(session)}
          .onShow=${(job: ShownTerminal) => this.renderRoot.querySelector("conversation-view")?.show(job)}
          .onStop=${(job: ShownTerminal) => void this.stopTerminal(job.id)}
        ></jobs-tray>
        ${this.#question(session)} ${this.#composer(session)}
      </div>`;
  }

  /** Always there, so that a screen reader says when it changes. */
  #activity({ conversation, permissions }: SessionView): TemplateResult {
    const { working, done } = this.#text;
    const isAtWork = isWorking(conversation) && permissions.length === 0;
    const wasAtWork = conversation.entries.length > 0 && permissions.length === 0;
    return html`<div class=${isAtWork ? "activity" : "hidden"} role="status">
      ${isAtWork ? html`<span class="pulse"></span>${working}` : nothing}
      ${!isAtWork && wasAtWork ? done : nothing}
    </div>`;
  }

  #question({ permissions }: SessionView): TemplateResult | typeof nothing {
    const [prompt] = permissions;
    if (prompt === undefined) return nothing;
    return html`<permission-prompt
      .text=${this.#text}
      .prompt=${prompt}
      .waiting=${permissions.length - 1}
      .onAnswer=${(choiceId: string) =>
        this.#act((session) => this.store.actions.answer(session, prompt.requestId, choiceId))}
    ></permission-prompt>`;
  }

  #composer(session: SessionView): TemplateResult {
    const { actions, state } = this.store;
    return html`<prompt-composer
      .text=${this.#text}
      .sessionId=${session.sessionId}
      .isWorking=${isWorking(session.conversation)}
      .isLive=${session.isLive && state.agentEnd === null}
      .isOnline=${state.connection.kind === "open"}
      .settings=${session.settings}
      .commands=${session.commands}
      .usage=${session.usage}
      .history=${listPrompts(session.conversation)}
      .onSend=${(words: string) => this.#act((open) => void actions.prompt(open, words))}
      .onStop=${() => this.#cancel()}
      .onSetting=${(setting: Setting, value: string) =>
        this.#act((open) => void actions.changeSetting(open, setting, value))}
    ></prompt-composer>`;
  }

  #dialogs(): TemplateResult {
    const text = this.#text;
    const places = new Set(this.store.state.sessions.map(({ cwd }) => cwd));
    return html`<ask-dialog
        id="new-session"
        .text=${text}
        .heading=${text.newSession}
        .label=${text.directory}
        .action=${text.create}
        .suggestions=${[...places]}
        .onDone=${(cwd: string) => {
          this.#toggleSide(false);
          void this.store.newSession(cwd);
        }}
      ></ask-dialog>
      <ask-dialog
        id="stop-turn"
        .text=${text}
        .heading=${text.cannotStopOne}
        .action=${text.stopTurn}
        .onDone=${() => this.#cancel()}
      ></ask-dialog>`;
  }

  #act(act: (session: Session) => void): void {
    const { session } = this.store;
    if (session !== undefined) act(session);
  }

  #cancel(): void {
    this.#act((session) => {
      if (session.isWorking) this.store.actions.cancel(session);
    });
  }

  /** Esc stops the turn, unless a card, a dialog or a list takes it. */
  readonly #key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
    const isTaken = event
      .composedPath()
      .some((each) => each instanceof Element && each.matches("terminal-card, dialog"));
    if (isTaken) return;
    if (this.isSideOpen) this.#toggleSide(false);
    else this.#cancel();
  };

  #toggleSide(isOpen: boolean): void {
    if (this.isSideOpen === isOpen) return;
    this.isSideOpen = isOpen;
    const target = isOpen ? ".side .close" : ".menu";
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HTMLElement>(target)?.focus(),
    );
  }

  /** To a new question, unless something is being written; and back to the composer when all are answered. */
  #moveKeyboard(askedId: unknown): void {
    if (askedId === this.#askedId) return;
    const wasAsked = this.#askedId !== null;
    this.#askedId = askedId;
    const composer = this.renderRoot.querySelector("prompt-composer");
    if (askedId === null) {
      if (wasAsked) composer?.focus();
      return;
    }
    if (composer?.hasDraft === true) return;
    const question = this.renderRoot.querySelector("permission-prompt");
    void question?.updateComplete.then(() => question.focus());
  }

  /** The first session that is there is written to, where a keyboard is: on a phone one would cover it. */
  #beginToWrite(): void {
    const composer = this.renderRoot.querySelector("prompt-composer");
    if (composer === null || this.#hasBegun) return;
    this.#hasBegun = true;
    const isIdle = document.activeElement === document.body;
    if (!isIdle || this.#askedId !== null || !matchMedia("(pointer: fine)").matches) return;
    void composer.updateComplete.then(() => composer.focus());
  }

  #readTitle(session: SessionView | null): string {
    const { sessions } = this.store.state;
    const entry = sessions.find(({ sessionId }) => sessionId === session?.sessionId);
    const [firstPrompt] = session === null ? [] : listPrompts(session.conversation);
    return toTitle({ title: session?.title ?? entry?.title ?? firstPrompt ?? null }, this.#text);
  }
}

/** A mark in front says that somebody is waited for, also when the page is behind another one. */
function toDocumentTitle(title: string, isAsking: boolean): string {
  return `${isAsking ? "● " : ""}${title} · Termwire`;
}
