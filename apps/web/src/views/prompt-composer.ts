import {
  html,
  nothing,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from "lit";
import { createPromptHistory } from "../composer/prompt-history.ts";
import type { Setting } from "../settings/setting.ts";
import type { SessionUsage } from "../store/session-usage.ts";
import { matchSlashCommands, type SlashCommand } from "../store/slash-command.ts";
import { COMPOSER_STYLES } from "./composer-styles.ts";
import { ICONS } from "./icons.ts";
import { PageView } from "./page-view.ts";
import { renderSetting } from "./render-setting.ts";
import { renderUsage } from "./render-usage.ts";
import { toLine } from "./to-line.ts";

/** Where one writes to the agent, and chooses how it works. */
export class PromptComposer extends PageView {
  static override properties: PropertyDeclarations = {
    sessionId: { attribute: false },
    isWorking: { attribute: false },
    isLive: { attribute: false },
    isOnline: { attribute: false },
    settings: { attribute: false },
    commands: { attribute: false },
    usage: { attribute: false },
    history: { attribute: false },
    offered: { state: true },
    chosen: { state: true },
    isEmpty: { state: true },
  };
  static override styles: CSSResultGroup = COMPOSER_STYLES;

  declare sessionId: string | null;
  declare isWorking: boolean;
  declare isLive: boolean;
  /** What is sent now arrives. */
  declare isOnline: boolean;
  declare settings: readonly Setting[];
  declare commands: readonly SlashCommand[];
  declare usage: SessionUsage | null;
  /** What was sent before, oldest first. */
  declare history: readonly string[];
  declare onSend: (text: string) => void;
  declare onStop: () => void;
  declare onSetting: (setting: Setting, value: string) => void;
  declare private offered: readonly SlashCommand[];
  declare private chosen: number;
  declare private isEmpty: boolean;
  readonly #walk = createPromptHistory(() => this.history);
  /** What was being written in each session. */
  readonly #drafts = new Map<string, string>();

  constructor() {
    super();
    this.offered = [];
    this.chosen = 0;
    this.isEmpty = true;
    this.history = [];
  }

  override focus(): void {
    this.#field?.focus();
  }

  /** True while something is being written. */
  get hasDraft(): boolean {
    return !this.isEmpty;
  }

  /** Puts words before what is being written. */
  restore(words: string): void {
    const draft = this.#field?.value ?? "";
    this.#write(draft === "" ? words : `${words}\n${draft}`);
  }

  /** What can be done may become known while one writes. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("commands") && this.hasUpdated) this.#changed();
  }

  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get("sessionId");
    if (!changed.has("sessionId") || before === undefined) return;
    if (before !== null) this.#drafts.set(before, this.#field?.value ?? "");
    this.#write(this.#drafts.get(this.sessionId ?? "") ?? "");
  }

  override render(): TemplateResult {
    const { text, settings, usage } = this;
    const isOffering = this.offered.length > 0;
    return html`${isOffering ? this.#offers() : nothing}
      <div class="box">
        <textarea
          rows="1"
          aria-label=${text.prompt}
          aria-describedby="hint"
          role=${isOffering ? "combobox" : nothing}
          aria-expanded=${isOffering ? "true" : nothing}
          aria-controls=${isOffering ? "offers" : nothing}
          aria-activedescendant=${isOffering ? `offer-${this.chosen}` : nothing}
          placeholder=${text.prompt}
          autocomplete="off"
          ?disabled=${!this.isLive}
          @input=${() => this.#typed()}
          @keydown=${(event: KeyboardEvent) => this.#key(event)}
        ></textarea>
        <div class="bar">
          <div class="settings">
            ${settings.map((setting) =>
              renderSetting(setting, text, (value) => this.onSetting(setting, value)),
            )}
          </div>
          ${usage === null ? nothing : renderUsage(usage, text)} ${this.#button()}
        </div>
      </div>
      <p id="hint" class="soft">${this.#hint()}</p>`;
  }

  #button(): TemplateResult {
    const { text } = this;
    if (this.isWorking) {
      return html`<button
        class="square"
        aria-label=${text.stopTurn}
        title=${text.stopTurn}
        @click=${() => this.onStop()}
      >
        ${ICONS.stop}
      </button>`;
    }
    return html`<button
      class="square primary"
      aria-label=${text.send}
      title=${text.send}
      ?disabled=${this.isEmpty || !this.isLive || !this.isOnline}
      @click=${() => this.#send()}
    >
      ${ICONS.send}
    </button>`;
  }

  #hint(): string {
    const { text } = this;
    if (!this.isLive) return text.readOnlyHint;
    return this.isWorking ? text.waitHint : text.promptHint;
  }

  #offers(): TemplateResult {
    return html`<ul id="offers" role="listbox" aria-label=${this.text.commands}>
      ${this.offered.map(
        (command, index) =>
          html`<li
            id="offer-${index}"
            role="option"
            aria-selected=${index === this.chosen}
            @click=${() => this.#complete(command)}
          >
            <span class="mono">/${toLine(command.name)}</span>
            <span class="soft">${toLine(command.description)}</span>
          </li>`,
      )}
    </ul>`;
  }

  get #field(): HTMLTextAreaElement | null {
    return this.renderRoot.querySelector("textarea");
  }

  #typed(): void {
    this.#walk.reset();
    this.#changed();
  }

  #changed(): void {
    const draft = this.#field?.value ?? "";
    this.isEmpty = draft.trim() === "";
    this.offered = matchSlashCommands(this.commands, draft);
    this.chosen = 0;
  }

  #write(words: string): void {
    const field = this.#field;
    if (field === null) return;
    field.value = words;
    field.setSelectionRange(words.length, words.length);
    this.#changed();
  }

  #send(): void {
    const draft = this.#field?.value.trim() ?? "";
    if (draft === "" || this.isWorking || !this.isLive || !this.isOnline) return;
    this.#write("");
    this.#walk.reset();
    this.onSend(draft);
  }

  #complete(command: SlashCommand): void {
    this.#write(`/${command.name} `);
    this.focus();
  }

  #key(event: KeyboardEvent): void {
    // A key that belongs to an input method is not ours.
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const isHandled = this.#offerKey(event) || this.#sendKey(event) || this.#historyKey(event.key);
    if (isHandled) event.preventDefault();
  }

  #offerKey({ key, shiftKey }: KeyboardEvent): boolean {
    const { offered, chosen } = this;
    const command = offered[chosen];
    if (command === undefined) return false;
    const steps = new Map([
      ["ArrowDown", 1],
      ["ArrowUp", offered.length - 1],
    ]);
    const step = steps.get(key);
    if (step !== undefined) this.chosen = (chosen + step) % offered.length;
    else if (key === "Escape") this.offered = [];
    else if (key === "Tab" || (key === "Enter" && !shiftKey)) this.#complete(command);
    else return false;
    return true;
  }

  #sendKey({ key, shiftKey }: KeyboardEvent): boolean {
    if (key !== "Enter" || shiftKey) return false;
    this.#send();
    return true;
  }

  /** The arrows walk through what was sent from the first and the last line of the field. */
  #historyKey(key: string): boolean {
    const field = this.#field;
    if (field === null || field.selectionStart !== field.selectionEnd) return false;
    const { value, selectionStart } = field;
    const isFirst = !value.slice(0, selectionStart).includes("\n");
    const isLast = !value.slice(selectionStart).includes("\n");
    const words =
      (key === "ArrowUp" && isFirst && this.#walk.older(value)) ||
      (key === "ArrowDown" && isLast ? this.#walk.newer() : null);
    if (typeof words !== "string") return false;
    this.#write(words);
    this.offered = [];
    return true;
  }
}
