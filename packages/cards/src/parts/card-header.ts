import { html, nothing, type TemplateResult } from "lit";
import { toVisibleText } from "@termwire/terminal";
import type { CardStatus } from "../card-status.ts";
import { shortPath } from "../format/short-path.ts";
import type { CardText } from "../text/card-text.ts";
import { describeStatus } from "../text/describe-status.ts";

/** What the first line of a card shows. */
export interface HeaderView {
  readonly text: CardText;
  readonly status: CardStatus;
  readonly cwd: string | null;
  /** Null when not known. */
  readonly elapsed: string | null;
  readonly description: string | null;
  readonly actions: TemplateResult;
  readonly commandLine: TemplateResult;
}

/** The header: how the command stands, where and for how long it runs, what it is for, and what it is. */
export function renderHeader(view: HeaderView): TemplateResult {
  const { text, status } = view;
  return html`<header part="header">
    <div class="facts">
      <span class="pill ${status.tone}" part="status" data-status=${status.kind}>
        <span class="dot"></span>${describeStatus(status, text)}
      </span>
      ${renderDirectory(view)}
      ${
        view.elapsed === null
          ? nothing
          : html`<span class="elapsed" aria-label="${text.duration}: ${view.elapsed}" role="img"
              >${view.elapsed}</span
            >`
      }
      <span class="actions">${view.actions}</span>
    </div>
    ${
      view.description === null || view.description === ""
        ? nothing
        : html`<p class="description" part="description">${toVisibleText(view.description)}</p>`
    }
    ${view.commandLine}
  </header>`;
}

function renderDirectory({ cwd }: HeaderView): TemplateResult | typeof nothing {
  if (cwd === null) return nothing;
  const path = visiblePath(cwd);
  return html`<span class="cwd" part="cwd" title=${path} dir="ltr" translate="no"
    >${shortPath(path)}</span
  >`;
}

/** A path with nothing hidden in it; backslashes of a Windows path stay single. */
function visiblePath(path: string): string {
  return toVisibleText(path).replaceAll("\\\\", "\\");
}
