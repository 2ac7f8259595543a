import { html, type TemplateResult } from "lit";
import type { CardText } from "../text/card-text.ts";
import { renderIconButton } from "./icon-button.ts";
import { ICONS } from "./icons.ts";

/** What the search bar shows and does. */
export interface SearchBarView {
  readonly text: CardText;
  readonly query: string;
  readonly at: number;
  readonly total: number;
  readonly onQuery: (query: string) => void;
  readonly onStep: (direction: 1 | -1) => void;
  readonly onClose: () => void;
}

/** The bar to search the output with. Enter goes on, with Shift back; Escape closes. */
export function renderSearchBar(view: SearchBarView): TemplateResult {
  const { text } = view;
  return html`<div class="search-bar" role="search" aria-label=${text.search}>
    <input
      type="text"
      class="search-field"
      aria-label=${text.search}
      placeholder=${text.searchPlaceholder}
      autocomplete="off"
      spellcheck="false"
      .value=${view.query}
      @input=${(event: Event) => {
        if (event.target instanceof HTMLInputElement) view.onQuery(event.target.value);
      }}
      @keydown=${(event: KeyboardEvent) => {
        onKey(event, view);
      }}
    />
    <span class="search-count" role="status">${countText(view)}</span>
    ${renderIconButton({
      name: "previous-match",
      label: text.previousMatch,
      icon: ICONS.up,
      onClick: () => {
        view.onStep(-1);
      },
    })}
    ${renderIconButton({
      name: "next-match",
      label: text.nextMatch,
      icon: ICONS.down,
      onClick: () => {
        view.onStep(1);
      },
    })}
    ${renderIconButton({
      name: "close-search",
      label: text.closeSearch,
      icon: ICONS.cross,
      onClick: view.onClose,
    })}
  </div>`;
}

function countText({ text, query, at, total }: SearchBarView): string {
  if (query === "") return "";
  if (total === 0) return text.searchNone;
  const format = new Intl.NumberFormat(text.locale);
  return text.searchCount(format.format(at), format.format(total));
}

function onKey(event: KeyboardEvent, view: SearchBarView): void {
  if (event.isComposing) return;
  if (event.key === "Enter") {
    event.preventDefault();
    view.onStep(event.shiftKey ? -1 : 1);
  } else if (event.key === "Escape") {
    event.preventDefault();
    event.stopPropagation();
    view.onClose();
  }
}
