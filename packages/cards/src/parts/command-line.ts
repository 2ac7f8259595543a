import { html, nothing, type TemplateResult } from "lit";
import { toVisibleLines } from "@termwire/terminal";
import type { CardText } from "../text/card-text.ts";
import { renderIconButton } from "./icon-button.ts";
import { ICONS } from "./icons.ts";

/** Lines of a command that are shown at first; a here-document of three hundred would push away everything else. */
const CLAMPED_LINES = 6;

/** About as many characters as fit into so many lines of a card. */
const CLAMPED_CHARACTERS = 480;

/** What the line of a command shows. */
export interface CommandLineView {
  readonly text: CardText;
  readonly command: string | null;
  /** In place of a command that is not known. */
  readonly heading: string | null;
  readonly isWhole: boolean;
  readonly isCopied: boolean;
  readonly onToggle: () => void;
  readonly onCopy: () => void;
}

/** True for a command that is shown in part at first. */
export function isLongCommand(command: string): boolean {
  return command.length > CLAMPED_CHARACTERS || countLines(command) > CLAMPED_LINES;
}

/** The command, every character of it visible, clamped when very long. */
export function renderCommandLine(view: CommandLineView): TemplateResult {
  const { text, command, heading } = view;
  const shown = command ?? heading;
  if (shown === null) {
    return html`<div class="command-line"><span class="unknown">${text.noCommand}</span></div>`;
  }
  const isLong = isLongCommand(shown);
  const isClamped = isLong && !view.isWhole;
  return html`<div class="command-line">
      <code
        class="command ${isClamped ? "clamped" : ""} ${command === null ? "heading" : ""}"
        part="command"
        tabindex=${isLong && !isClamped ? 0 : nothing}
        dir="ltr"
        translate="no"
        >${toVisibleLines(shown)}</code
      >
      ${command === null ? nothing : renderCopyButton(view)}
    </div>
    ${isLong ? renderToggle(view, shown) : nothing}`;
}

function renderCopyButton({ text, isCopied, onCopy }: CommandLineView): TemplateResult {
  return renderIconButton({
    name: "copy-command",
    label: isCopied ? text.copied : text.copyCommand,
    icon: isCopied ? ICONS.check : ICONS.copy,
    onClick: onCopy,
  });
}

function renderToggle(
  { text, isWhole, onToggle }: CommandLineView,
  command: string,
): TemplateResult {
  const lines = new Intl.NumberFormat(text.locale).format(countLines(command));
  return html`<button
    type="button"
    class="text-button"
    data-action="toggle-command"
    aria-expanded=${String(isWhole)}
    @click=${onToggle}
  >
    ${isWhole ? text.showLessCommand : text.showWholeCommand(lines)}
  </button>`;
}

function countLines(text: string): number {
  return text.split("\n").length;
}
