import { html, nothing, type TemplateResult } from "lit";
import type { CardText } from "../text/card-text.ts";
import { ICONS } from "./icons.ts";

/** What stands around the rows. */
export interface OutputView {
  readonly text: CardText;
  readonly scroller: HTMLElement;
  /** False before the first byte, and while the card is collapsed. */
  readonly isOpen: boolean;
  /** It has ended and printed nothing. */
  readonly isEmpty: boolean;
  /** The rows are a screen somebody works in, and need their full height. */
  readonly isScreen: boolean;
  readonly isInteractive: boolean;
  readonly isTyping: boolean;
  /** New rows come below those in sight. */
  readonly hasNewBelow: boolean;
  readonly onToEnd: () => void;
  readonly onType: () => void;
}

/** The output and what belongs to it. */
export function renderOutput(view: OutputView): TemplateResult {
  const { text, scroller, isOpen } = view;
  if (view.isEmpty) return html`<div class="empty">${text.noOutput}</div>`;
  return html`<div
    class="body ${view.isScreen ? "screen" : ""} ${view.isTyping ? "typing" : ""}"
    part="output"
    ?hidden=${!isOpen}
  >
    ${scroller} ${isOpen && view.hasNewBelow ? renderToEnd(view) : nothing}
    ${isOpen && view.isInteractive ? renderHint(view) : nothing}
  </div>`;
}

function renderToEnd({ text, onToEnd }: OutputView): TemplateResult {
  return html`<button type="button" class="to-end" data-action="to-end" @click=${onToEnd}>
    ${ICONS.down}${text.newOutputBelow}
  </button>`;
}

function renderHint({ text, isTyping, onType }: OutputView): TemplateResult {
  return html`<div class="hint">
    ${
      isTyping
        ? html`<span>${text.leaveHint}</span>`
        : html`<button type="button" class="text-button" data-action="type" @click=${onType}>
            ${text.typeHere}
          </button>`
    }
  </div>`;
}
