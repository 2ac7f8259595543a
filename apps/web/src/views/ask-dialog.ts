import {
  css,
  html,
  type CSSResultGroup,
  type PropertyDeclarations,
  type TemplateResult,
} from "lit";
import { PageView } from "./page-view.ts";

/** A dialog with a form: nothing, or one line to write. Esc closes it, as the browser does. */
export class AskDialog extends PageView {
  static override properties: PropertyDeclarations = {
    heading: { attribute: false },
    label: { attribute: false },
    action: { attribute: false },
    suggestions: { attribute: false },
  };
  static override styles: CSSResultGroup = css`
    dialog {
      width: min(460px, calc(100vw - 32px));
      padding: 18px 20px;
      border: 1px solid var(--line);
      border-radius: 12px;
      background: var(--raised);
      color: var(--ink);
      box-shadow: 0 12px 40px rgb(0 0 0 / 25%);
    }
    dialog::backdrop {
      background: rgb(0 0 0 / 35%);
    }
    h2 {
      margin: 0 0 12px;
      font-size: 15px;
    }
    label {
      display: grid;
      gap: 4px;
      margin-bottom: 14px;
      color: var(--ink-soft);
    }
    input {
      color: var(--ink);
      font-family: var(--mono);
    }
    .answers {
      display: flex;
      justify-content: flex-end;
      gap: 8px;
    }
  `;

  declare heading: string;
  /** What the line is; null for no line. */
  declare label: string | null;
  /** What the button says that does it. */
  declare action: string;
  declare suggestions: readonly string[];
  declare onDone: (value: string) => void;

  constructor() {
    super();
    this.label = null;
    this.suggestions = [];
  }

  /** Opens it, with this in the line. */
  open(value: string): void {
    const { input, dialog } = this.#parts();
    if (input !== null) input.value = value;
    dialog?.showModal();
    input?.select();
  }

  override render(): TemplateResult {
    const { text, heading, label, action } = this;
    return html`<dialog aria-labelledby="heading">
      <form method="dialog" @submit=${() => this.#done()}>
        <h2 id="heading">${heading}</h2>
        ${
          label === null
            ? ""
            : html`<label
                >${label}<input
                  type="text"
                  name="value"
                  list="suggestions"
                  spellcheck="false"
                  autocomplete="off"
                  required
              /></label>`
        }
        <datalist id="suggestions">
          ${this.suggestions.map((value) => html`<option value=${value}></option>`)}
        </datalist>
        <div class="answers">
          <button type="button" @click=${() => this.#parts().dialog?.close()}>
            ${text.cancel}
          </button>
          <button class="primary">${action}</button>
        </div>
      </form>
    </dialog>`;
  }

  #done(): void {
    this.onDone(this.#parts().input?.value.trim() ?? "");
  }

  #parts(): { readonly input: HTMLInputElement | null; readonly dialog: HTMLDialogElement | null } {
    const { renderRoot } = this;
    return { input: renderRoot.querySelector("input"), dialog: renderRoot.querySelector("dialog") };
  }
}
