import { html, type ReactiveControllerHost, type TemplateResult } from "lit";
import { toVisibleText } from "@termwire/terminal";
import type { CardBody } from "./body/card-body.ts";
import { toCardStatus } from "./card-status.ts";
import { Announcer } from "./controllers/announcer.ts";
import { Flash } from "./controllers/flash.ts";
import { toAsciicast } from "./export/asciicast.ts";
import { outputFileName } from "./export/file-name.ts";
import { readOutputText } from "./export/output-text.ts";
import { saveFile } from "./export/save-file.ts";
import { formatElapsed } from "./format/elapsed.ts";
import { renderActions } from "./parts/card-actions.ts";
import { renderHeader } from "./parts/card-header.ts";
import { renderCommandLine } from "./parts/command-line.ts";
import { renderNotices } from "./parts/notices.ts";
import { renderOutput } from "./parts/output.ts";
import { renderSearchBar } from "./parts/search-bar.ts";
import type { CardRecord } from "./record/card-record.ts";
import type { CardText } from "./text/card-text.ts";
import { describeStatus } from "./text/describe-status.ts";

/** The element a view draws, as far as a view knows it. */
export interface CardElement extends ReactiveControllerHost {
  readonly heading: string | null;
  readonly description: string | null;
  readonly stoppable: boolean;
  readonly interactive: boolean;
  readonly collapsed: boolean;
  readonly expanded: boolean;
  readonly text: CardText;
  readonly renderRoot: DocumentFragment | HTMLElement;
  /** Asks the page to stop the command; false when it could not be asked for. */
  askToStop(): boolean;
  toggleCollapsed(): void;
  toggleExpanded(): void;
}

/** A stop that nobody confirmed for so long may be asked for again. */
const STOP_PATIENCE_MS = 10_000;

/** What one card shows and how it answers to its buttons. */
export class CardView {
  readonly #card: CardElement;
  readonly #record: CardRecord;
  readonly #body: CardBody;
  readonly #announcer: Announcer = new Announcer();
  readonly #copied: Flash<"command" | "output" | "failed">;
  readonly #stopAsked: Flash<true>;
  #isCommandWhole = false;
  #isSearching = false;

  constructor(card: CardElement, record: CardRecord, body: CardBody) {
    this.#card = card;
    this.#record = record;
    this.#body = body;
    this.#copied = new Flash(card);
    this.#stopAsked = new Flash(card, STOP_PATIENCE_MS);
  }

  get isRunning(): boolean {
    const { state } = this.#record;
    return state !== undefined && state.ending === null;
  }

  get isEnded(): boolean {
    const { state } = this.#record;
    return state !== undefined && state.ending !== null;
  }

  get hasOutput(): boolean {
    const { state } = this.#record;
    return state !== undefined && (state.outputBytes > 0 || state.lostBytes > 0);
  }

  /** The rows are to be seen: there are some, or somebody may type before there are. */
  get isOpen(): boolean {
    return !this.#card.collapsed && (this.hasOutput || this.isInteractive);
  }

  get isInteractive(): boolean {
    return this.#card.interactive && this.isRunning;
  }

  render(): TemplateResult {
    const { text } = this.#card;
    const status = toCardStatus(this.#record.state);
    this.#announcer.note(status.kind, () =>
      text.announcement(this.#name, describeStatus(status, text)),
    );
    return html`<div
      class="card"
      part="card"
      role="group"
      aria-label=${text.card(this.#name)}
      lang=${text.locale}
      @keydown=${this.#onKey}
    >
      ${this.#renderHeader()} ${this.#renderNotices()}
      ${this.#isSearching && this.isOpen ? this.#renderSearch() : null} ${this.#renderOutput()}
      <span class="visually-hidden" role="status">${this.#announcer.words}</span>
    </div>`;
  }

  get #name(): string {
    const { heading, text } = this.#card;
    return toVisibleText(this.#record.state?.command ?? heading ?? text.noCommand);
  }

  #renderHeader(): TemplateResult {
    const { text, description } = this.#card;
    const { state } = this.#record;
    return renderHeader({
      text,
      status: toCardStatus(state),
      cwd: state?.cwd ?? null,
      elapsed: this.#elapsed(),
      description,
      actions: this.#renderActions(),
      commandLine: renderCommandLine({
        text,
        command: state?.command ?? null,
        heading: this.#card.heading,
        isWhole: this.#isCommandWhole,
        isCopied: this.#copied.value === "command",
        onToggle: () => {
          this.#isCommandWhole = !this.#isCommandWhole;
          this.#card.requestUpdate();
        },
        onCopy: () => void this.#copy("command", state?.command ?? ""),
      }),
    });
  }

  #renderActions(): TemplateResult {
    const { text, collapsed, expanded } = this.#card;
    const copied = this.#copied.value;
    return renderActions({
      text,
      hasOutput: this.hasOutput,
      stop: this.#stopState(),
      copied: copied === "command" ? null : copied,
      isCollapsed: collapsed,
      isExpanded: expanded,
      isSearching: this.#isSearching,
      on: {
        stop: () => {
          if (this.#card.askToStop()) this.#stopAsked.show(true);
        },
        copy: () => void this.#copyOutput(),
        search: () => {
          if (this.#isSearching) this.#closeSearch();
          else this.#openSearch();
        },
        downloadText: () => void this.#downloadText(),
        downloadCast: () => {
          saveFile(this.#fileName("cast"), "application/x-asciicast", toAsciicast(this.#record));
        },
        room: () => {
          this.#card.toggleExpanded();
        },
        collapse: () => {
          this.#card.toggleCollapsed();
        },
      },
    });
  }

  #renderNotices(): unknown {
    return renderNotices({
      text: this.#card.text,
      record: this.#record,
      isPartlyDrawn: this.#body.isPartlyDrawn,
    });
  }

  #renderSearch(): TemplateResult {
    const { search, list } = this.#body;
    const show = (): void => {
      if (search.row !== null) list.scrollToRow(search.row);
      this.#body.update();
      this.#card.requestUpdate();
    };
    return renderSearchBar({
      text: this.#card.text,
      query: search.query,
      at: search.at,
      total: search.total,
      onQuery: (query) => {
        search.refresh(this.#body.rows);
        search.find(query);
        show();
      },
      onStep: (direction) => {
        search.step(direction);
        show();
      },
      onClose: () => {
        this.#closeSearch();
      },
    });
  }

  #renderOutput(): TemplateResult {
    const { list } = this.#body;
    return renderOutput({
      text: this.#card.text,
      scroller: list.scroller,
      isOpen: this.isOpen,
      isEmpty: !this.hasOutput && this.isEnded,
      isScreen: this.#body.isScreen,
      isInteractive: this.isInteractive,
      isTyping: this.#body.keyboard.isTyping,
      hasNewBelow: this.isRunning && !list.isFollowing,
      onToEnd: () => {
        list.scrollToEnd();
        this.#card.requestUpdate();
      },
      onType: () => {
        this.#body.keyboard.focus();
      },
    });
  }

  #stopState(): "offered" | "asked" | null {
    if (!this.isRunning) return null;
    if (this.#stopAsked.value !== null) return "asked";
    return this.#card.stoppable ? "offered" : null;
  }

  #elapsed(): string | null {
    const { state } = this.#record;
    if (state === undefined) return null;
    const { ending, durationMs, startedAtMs } = state;
    const ms = this.isRunning && startedAtMs !== null ? Date.now() - startedAtMs : durationMs;
    return ms === null ? null : formatElapsed(ms, ending === null, this.#card.text);
  }

  async #copyOutput(): Promise<void> {
    await this.#copy("output", await this.#readText());
  }

  async #copy(what: "command" | "output", content: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(content);
      this.#copied.show(what);
    } catch {
      this.#copied.show("failed");
    }
  }

  async #downloadText(): Promise<void> {
    saveFile(this.#fileName("txt"), "text/plain;charset=utf-8", await this.#readText());
  }

  #readText(): Promise<string> {
    const { text } = this.#card;
    return readOutputText(this.#record, text);
  }

  #fileName(extension: "txt" | "cast"): string {
    return outputFileName(this.#record.state?.command ?? null, extension);
  }

  #openSearch(): void {
    this.#isSearching = true;
    this.#card.requestUpdate();
    void this.#card.updateComplete.then(() => {
      const field = this.#card.renderRoot.querySelector(".search-field");
      if (field instanceof HTMLInputElement) field.select();
    });
  }

  #closeSearch(): void {
    this.#isSearching = false;
    this.#body.search.find("");
    this.#body.update();
    this.#card.requestUpdate();
    this.#body.list.scroller.focus();
  }

  /** The browser's own search sees only the rows that are drawn. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const isFind =
      (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "f";
    if (!isFind || !this.isOpen) return;
    event.preventDefault();
    this.#openSearch();
  };
}
