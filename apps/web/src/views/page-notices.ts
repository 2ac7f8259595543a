import {
  css,
  html,
  nothing,
  type CSSResultGroup,
  type PropertyDeclarations,
  type TemplateResult,
} from "lit";
import { toVisibleLines } from "@termwire/terminal";
import type { PageState } from "../store/page-state.ts";
import type { SignIn } from "../store/sign-in.ts";
import { ICONS } from "./icons.ts";
import { PageView } from "./page-view.ts";
import { toLine } from "./to-line.ts";

/** What is wrong right now, and what can be done about it. */
export class PageNotices extends PageView {
  static override properties: PropertyDeclarations = {
    state: { attribute: false },
  };
  static override styles: CSSResultGroup = css`
    :host {
      display: block;
    }
    .notice {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr) auto;
      gap: 8px 10px;
      align-items: center;
      padding: 8px 14px;
      border-bottom: 1px solid var(--line);
      overflow-wrap: anywhere;
    }
    .bad {
      background: var(--bad-ground);
    }
    .warn {
      background: var(--warn-ground);
    }
    .bad > .icon {
      color: var(--bad);
    }
    .warn > .icon {
      color: var(--warn);
    }
    details {
      grid-column: 1 / -1;
    }
    pre {
      max-height: 30vh;
      margin: 6px 0 0;
      overflow: auto;
      white-space: pre-wrap;
      font: 12px/1.5 var(--mono);
    }
  `;

  declare state: Pick<
    PageState,
    "connection" | "agentEnd" | "isRestarting" | "failure" | "signIns"
  >;
  declare onRetry: () => void;
  declare onRestart: () => void;
  declare onDismiss: () => void;
  declare onSignIn: (way: SignIn) => void;

  override render(): TemplateResult {
    const { connection } = this.state;
    return html`<div role="status">
        ${connection.kind === "lost" ? this.#lost(connection.hasServerEnded) : nothing}
        ${this.#agentEnd()}
      </div>
      <div role="alert">${this.#failure()}</div>`;
  }

  #lost(hasServerEnded: boolean): TemplateResult {
    const { text } = this;
    return html`<div class="notice warn">
      ${ICONS.warning}<span>${hasServerEnded ? text.serverEnded : text.lost}</span>
      <button @click=${() => this.onRetry()}>${text.retry}</button>
    </div>`;
  }

  #agentEnd(): TemplateResult | typeof nothing {
    const { text } = this;
    const { agentEnd, isRestarting } = this.state;
    if (agentEnd === null) return nothing;
    return html`<div class="notice bad">
      ${ICONS.warning}<span>${text.agentEnded(agentEnd.reason)}</span>
      <button ?disabled=${isRestarting} @click=${() => this.onRestart()}>
        ${isRestarting ? text.restarting : text.restart}
      </button>
      ${
        agentEnd.stderrTail === ""
          ? nothing
          : html`<details>
              <summary>${text.agentWords}</summary>
              <pre tabindex="0">${toVisibleLines(agentEnd.stderrTail)}</pre>
            </details>`
      }
    </div>`;
  }

  #failure(): TemplateResult | typeof nothing {
    const { failure, signIns } = this.state;
    if (failure === null) return nothing;
    return html`<div class="notice bad">
      ${ICONS.warning}<span
        >${failure}
        ${signIns.map(
          (way) =>
            html`<button title=${way.description ?? nothing} @click=${() => this.onSignIn(way)}>
              ${toLine(way.name)}
            </button>`,
        )}</span
      >
      <button class="plain square" aria-label=${this.text.close} @click=${() => this.onDismiss()}>
        ${ICONS.close}
      </button>
    </div>`;
  }
}
