import { html, type TemplateResult } from "lit";
import type { CardText } from "../text/card-text.ts";
import { ICONS } from "./icons.ts";

/** What the download menu offers. */
export interface DownloadMenuView {
  readonly text: CardText;
  readonly onText: () => void;
  readonly onCast: () => void;
}

/** A button that opens the two ways to save the output. */
export function renderDownloadMenu({ text, onText, onCast }: DownloadMenuView): TemplateResult {
  return html`<details class="menu" @keydown=${onKey} @focusout=${onFocusOut}>
    <summary
      class="icon-button"
      data-action="download"
      aria-label=${text.download}
      title=${text.download}
    >
      ${ICONS.download}
    </summary>
    <div class="menu-items">
      <button type="button" data-action="download-text" @click=${closing(onText)}>
        ${text.downloadText}
      </button>
      <button type="button" data-action="download-cast" @click=${closing(onCast)}>
        ${text.downloadCast}
      </button>
    </div>
  </details>`;
}

function closing(action: () => void): (event: Event) => void {
  return (event) => {
    action();
    close(event);
  };
}

function close(event: Event): void {
  const menu =
    event.currentTarget instanceof Element ? event.currentTarget.closest("details") : null;
  if (menu === null) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
}

function onKey(event: KeyboardEvent): void {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  close(event);
}

function onFocusOut(event: FocusEvent): void {
  const menu = event.currentTarget;
  if (!(menu instanceof HTMLDetailsElement)) return;
  if (event.relatedTarget instanceof Node && menu.contains(event.relatedTarget)) return;
  // A press on the menu itself takes the focus to nowhere for a moment.
  if (event.relatedTarget !== null) menu.open = false;
}
