import {
  css,
  html,
  nothing,
  type CSSResultGroup,
  type PropertyDeclarations,
  type TemplateResult,
} from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { ShownTerminal } from "../store/session-view.ts";
import { formatElapsed } from "./format-elapsed.ts";
import { ICONS } from "./icons.ts";
import { PageView } from "./page-view.ts";
import { toLine } from "./to-line.ts";

const SECOND_MS = 1_000;

/** The commands that go on running behind the conversation. */
export class JobsTray extends PageView {
  static override properties: PropertyDeclarations = {
    jobs: { attribute: false },
    nowMs: { state: true },
  };
  static override styles: CSSResultGroup = css`
    :host {
      display: block;
    }
    details {
      border: 1px solid var(--line);
      border-radius: var(--radius);
      background: var(--surface);
    }
    summary {
      display: flex;
      align-items: center;
      gap: 9px;
      min-height: 32px;
      padding: 0 12px;
      cursor: pointer;
      list-style: none;
      border-radius: var(--radius);
    }
    summary::-webkit-details-marker {
      display: none;
    }
    .dot {
      width: 8px;
      height: 8px;
      border-radius: 50%;
      background: var(--accent);
    }
    ul {
      max-height: 24vh;
      margin: 0;
      padding: 0 6px 6px;
      overflow-y: auto;
      list-style: none;
    }
    li {
      display: flex;
      align-items: center;
      gap: 8px;
      padding: 2px 6px;
    }
    .command {
      flex: 1;
      min-width: 0;
      overflow: hidden;
      white-space: nowrap;
      text-overflow: ellipsis;
    }
    .time {
      flex: none;
      font-variant-numeric: tabular-nums;
      color: var(--ink-soft);
    }
  `;

  declare jobs: readonly ShownTerminal[];
  declare onShow: (job: ShownTerminal) => void;
  declare onStop: (job: ShownTerminal) => void;
  declare private nowMs: number;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.jobs = [];
    this.nowMs = Date.now();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = setInterval(() => (this.nowMs = Date.now()), SECOND_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  override render(): TemplateResult | typeof nothing {
    const { jobs, text } = this;
    if (jobs.length === 0) return nothing;
    return html`<details open>
      <summary><span class="dot"></span>${text.jobs(jobs.length)}</summary>
      <ul>
        ${repeat(
          jobs,
          ({ id }) => id,
          (job) => this.#line(job),
        )}
      </ul>
    </details>`;
  }

  #line(job: ShownTerminal): TemplateResult {
    const { text } = this;
    const { command, startedAtMs } = job.state;
    const words = toLine(command ?? job.id);
    return html`<li>
      <span class="command mono" title=${words}>${words}</span>
      <span class="time"
        >${startedAtMs === null ? nothing : formatElapsed(this.nowMs - startedAtMs, text)}</span
      >
      <button class="plain" @click=${() => this.onShow(job)}>${text.show}</button>
      <button
        class="plain square"
        aria-label=${text.stopJob(words)}
        title=${text.stop}
        @click=${() => this.onStop(job)}
      >
        ${ICONS.stop}
      </button>
    </li>`;
  }
}
