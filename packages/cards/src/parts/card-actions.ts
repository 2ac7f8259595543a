import { html, nothing, type TemplateResult } from "lit";
import type { CardText } from "../text/card-text.ts";
import { renderDownloadMenu } from "./download-menu.ts";
import { renderIconButton } from "./icon-button.ts";
import { ICONS } from "./icons.ts";

/** What the buttons of a card show and do. */
export interface ActionsView {
  readonly text: CardText;
  readonly hasOutput: boolean;
  /** Whether it may be stopped, or is being stopped. */
  readonly stop: "offered" | "asked" | null;
  readonly copied: "output" | "failed" | null;
  readonly isCollapsed: boolean;
  readonly isExpanded: boolean;
  readonly isSearching: boolean;
  readonly on: {
    readonly stop: () => void;
    readonly copy: () => void;
    readonly search: () => void;
    readonly downloadText: () => void;
    readonly downloadCast: () => void;
    readonly room: () => void;
    readonly collapse: () => void;
  };
}

/** The buttons at the end of the first line. What needs output is not there before there is any. */
export function renderActions(view: ActionsView): TemplateResult {
  return html`${renderStop(view)} ${view.hasOutput ? renderOutputActions(view) : nothing}`;
}

function renderStop({ text, stop, on }: ActionsView): TemplateResult | typeof nothing {
  if (stop === null) return nothing;
  return html`<button
    type="button"
    class="stop"
    part="stop"
    data-action="stop"
    ?disabled=${stop === "asked"}
    @click=${on.stop}
  >
    ${ICONS.stop}${stop === "asked" ? text.stopping : text.stop}
  </button>`;
}

function renderOutputActions(view: ActionsView): TemplateResult {
  const { text, on } = view;
  return html`${view.isCollapsed ? nothing : renderSearchButton(view)} ${renderCopyButton(view)}
  ${renderDownloadMenu({ text, onText: on.downloadText, onCast: on.downloadCast })}
  ${view.isCollapsed ? nothing : renderRoomButton(view)}
  ${renderIconButton({
    name: "collapse",
    label: view.isCollapsed ? text.openOutput : text.closeOutput,
    icon: view.isCollapsed ? ICONS.closed : ICONS.open,
    isOpen: !view.isCollapsed,
    onClick: on.collapse,
  })}`;
}

function renderSearchButton({ text, isSearching, on }: ActionsView): TemplateResult {
  return renderIconButton({
    name: "search",
    label: text.search,
    icon: ICONS.search,
    isOpen: isSearching,
    onClick: on.search,
  });
}

function renderCopyButton({ text, copied, on }: ActionsView): TemplateResult {
  const labels = { output: text.copied, failed: text.copyFailed };
  const icons = { output: ICONS.check, failed: ICONS.cross };
  return renderIconButton({
    name: "copy-output",
    label: copied === null ? text.copyOutput : labels[copied],
    icon: copied === null ? ICONS.copy : icons[copied],
    onClick: on.copy,
  });
}

function renderRoomButton({ text, isExpanded, on }: ActionsView): TemplateResult {
  return renderIconButton({
    name: "room",
    label: isExpanded ? text.lessRoom : text.moreRoom,
    icon: isExpanded ? ICONS.lessRoom : ICONS.moreRoom,
    onClick: on.room,
  });
}
