import {
  css,
  html,
  nothing,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from "lit";
import { markInvisible } from "../permission/mark-invisible.ts";
import {
  findChoice,
  type PermissionChoice,
  type PermissionPrompt,
} from "../permission/permission-prompt.ts";
import type { PageText } from "../text/page-text.ts";
import { PageView } from "./page-view.ts";
import { toLine } from "./to-line.ts";

/** A key that was on its way to somewhere else when the question came is no answer to it. */
const DEAF_MS = 400;

/** A question of the agent, with exactly what would be done, and the answers. */
export class PermissionPromptView extends PageView {
  static override properties: PropertyDeclarations = {
    prompt: { attribute: false },
    waiting: { attribute: false },
    all: { state: true },
  };
  static override styles: CSSResultGroup = css`
    :host {
      display: block;
    }
    section {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: 8px;
      max-height: 70vh;
      padding: 12px 14px;
      border: 1px solid var(--warn);
      border-radius: var(--radius);
      background: var(--surface);
      box-shadow: 0 4px 18px rgb(0 0 0 / 12%);
    }
    h2 {
      display: flex;
      justify-content: space-between;
      gap: 10px;
      margin: 0;
      font-size: 14px;
    }
    h2 .soft {
      font-weight: 400;
    }
    p {
      margin: 0;
      overflow-wrap: anywhere;
    }
    .subject {
      max-height: 34vh;
      overflow: auto;
      margin: 0;
      padding: 8px 12px;
      border-radius: 6px;
      background: var(--sunken);
      font: 13px/1.5 var(--mono);
      white-space: pre-wrap;
      overflow-wrap: anywhere;
      tab-size: 4;
    }
    .unseen {
      padding: 0 3px;
      border-radius: 3px;
      background: var(--warn);
      color: var(--surface);
    }
    .diffs {
      display: grid;
      gap: 8px;
      max-height: 40vh;
      overflow: auto;
    }
    .answers {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
      align-items: center;
    }
    .answers button {
      max-width: 100%;
      text-align: left;
      overflow-wrap: anywhere;
    }
    kbd {
      min-width: 18px;
      padding: 0 4px;
      border: 1px solid currentColor;
      border-radius: 4px;
      font: 11px/1.5 var(--mono);
      text-align: center;
    }
    .answers .soft {
      font-size: 12.5px;
    }
    @media (pointer: coarse) {
      kbd,
      .keys {
        display: none;
      }
    }
  `;

  declare prompt: PermissionPrompt;
  /** How many more questions wait behind this one. */
  declare waiting: number;
  declare onAnswer: (choiceId: string) => void;
  #askedAt = 0;

  constructor() {
    super();
    this.waiting = 0;
    this.addEventListener("keydown", (event) => this.#answerByKey(event));
  }

  /** Takes the keyboard, so that a key answers. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>("section")?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("prompt");
    if (changed.has("prompt") && before?.requestId !== this.prompt.requestId) {
      this.#askedAt = performance.now();
    }
  }

  override render(): TemplateResult {
    const { prompt, text, waiting } = this;
    const { command, cwd, description, environment, diffs } = prompt;
    return html`<section tabindex="-1" role="group" aria-labelledby="question">
      <h2>
        <span id="question">${toQuestion(prompt, text)}</span>
        ${waiting > 0 ? html`<span class="soft">${text.more(waiting)}</span>` : nothing}
      </h2>
      ${description === null ? nothing : html`<p>${toLine(description)}</p>`}
      ${renderSubject(command ?? prompt.title)}
      ${
        diffs.length === 0
          ? nothing
          : html`<div class="diffs">
              ${diffs.map((diff) => html`<diff-view .diff=${diff} .text=${text}></diff-view>`)}
            </div>`
      }
      ${cwd === null ? nothing : html`<p class="soft">${text.in} <span class="mono">${toLine(cwd)}</span></p>`}
      ${
        environment.length === 0
          ? nothing
          : html`<p class="soft">
              ${text.environment}
              <span class="mono">${environment.map(toLine).join(" ")}</span>
            </p>`
      }
      <div class="answers">
        ${prompt.choices.map((choice, index) => this.#button(choice, index))}
        <span class="soft keys">${text.answerKeys}</span>
      </div>
    </section>`;
  }

  #button({ id, name, kind, key }: PermissionChoice, index: number): TemplateResult {
    const shortcut = key ?? String(index + 1);
    return html`<button
      class=${kind === "allow_once" ? "primary" : ""}
      aria-keyshortcuts=${shortcut}
      @click=${() => this.onAnswer(id)}
    >
      <kbd aria-hidden="true">${shortcut}</kbd>${toLine(name)}
    </button>`;
  }

  #answerByKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.timeStamp - this.#askedAt < DEAF_MS) return;
    const choice = findChoice(this.prompt, event.key);
    if (choice === null) return;
    event.preventDefault();
    this.onAnswer(choice.id);
  }
}

function toQuestion({ command, diffs }: PermissionPrompt, text: PageText): string {
  if (command !== null) return text.askCommand;
  return diffs.length > 0 ? text.askEdit : text.askOther;
}

/** What would be done, with everything in it that one would not see. */
function renderSubject(subject: string): TemplateResult {
  const runs = markInvisible(subject).map(({ text, isInvisible }) =>
    isInvisible ? html`<span class="unseen">${text}</span>` : text,
  );
  return html`<div class="subject" tabindex="0">${runs}</div>`;
}
