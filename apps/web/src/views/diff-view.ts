import {
  css,
  html,
  nothing,
  type CSSResultGroup,
  type PropertyDeclarations,
  type TemplateResult,
} from "lit";
import { guard } from "lit/directives/guard.js";
import { toVisibleLines } from "@termwire/terminal";
import type { FileDiff } from "../conversation/tool-call.ts";
import { diffLines, type DiffRow } from "../diff/line-diff.ts";
import type { PageText } from "../text/page-text.ts";
import { PageView } from "./page-view.ts";
import { toLine } from "./to-line.ts";

/** Rows of one diff that are drawn before somebody asks for the rest. */
const FIRST_ROWS = 400;

/** One changed file, with the lines around each change. */
export class DiffView extends PageView {
  static override properties: PropertyDeclarations = {
    diff: { attribute: false },
    all: { state: true },
  };
  static override styles: CSSResultGroup = css`
    :host {
      display: block;
      border: 1px solid var(--line);
      border-radius: var(--radius);
      overflow: hidden;
      background: var(--surface);
    }
    header {
      display: flex;
      gap: 10px;
      align-items: baseline;
      padding: 6px 12px;
      border-bottom: 1px solid var(--line);
    }
    .path {
      flex: 1;
      min-width: 0;
      overflow-wrap: anywhere;
    }
    .added-count {
      color: var(--good);
    }
    .removed-count {
      color: var(--bad);
    }
    .lines {
      overflow-x: auto;
      font: 12.5px/1.55 var(--mono);
    }
    table {
      border-collapse: collapse;
      min-width: 100%;
    }
    td {
      padding: 0 10px;
      white-space: pre;
      tab-size: 4;
    }
    .number {
      width: 1%;
      min-width: 34px;
      padding: 0 6px;
      color: var(--ink-soft);
      text-align: right;
      user-select: none;
    }
    .mark {
      width: 1%;
      padding: 0 0 0 6px;
      user-select: none;
    }
    .added {
      background: var(--added);
    }
    .removed {
      background: var(--removed);
    }
    .gap td {
      padding: 2px 12px;
      background: var(--sunken);
      color: var(--ink-soft);
      font-family: var(--sans);
    }
    .rest {
      margin: 8px 12px;
    }
  `;

  declare diff: FileDiff;
  declare private all: boolean;

  constructor() {
    super();
    this.all = false;
  }

  override render(): TemplateResult {
    return html`${guard([this.diff, this.text, this.all], () => this.#draw())}`;
  }

  #draw(): TemplateResult {
    const { text } = this;
    const { path, oldText, newText } = this.diff;
    const { rows, added, removed } = diffLines(oldText ?? "", newText);
    const shown = this.all ? rows : rows.slice(0, FIRST_ROWS);
    return html`<header>
        <span class="path mono">${toLine(path)}</span>
        ${oldText === null ? html`<span class="soft">${text.newFile}</span>` : nothing}
        <span class="hidden">${text.changes(added, removed)}</span>
        <span class="added-count" aria-hidden="true">+${added}</span>
        <span class="removed-count" aria-hidden="true">−${removed}</span>
      </header>
      <div class="lines" tabindex="0" role="region" aria-label=${toLine(path)}>
        <table role="presentation">
          ${shown.map((row) => renderRow(row, text))}
        </table>
      </div>
      ${
        shown.length < rows.length
          ? html`<button class="rest" @click=${() => (this.all = true)}>${text.showAll}</button>`
          : nothing
      }`;
  }
}

const MARKS = { same: " ", added: "+", removed: "−" } as const;

function renderRow(row: DiffRow, text: PageText): TemplateResult {
  if (row.kind === "gap") {
    return html`<tr class="gap">
      <td colspan="4">${text.sameLines(row.lines)}</td>
    </tr>`;
  }
  return html`<tr class=${row.kind}>
    <td class="number">${row.oldLine}</td>
    <td class="number">${row.newLine}</td>
    <td class="mark">${MARKS[row.kind]}</td>
    <td>${toVisibleLines(row.text)}</td>
  </tr>`;
}
