import { svg, type TemplateResult } from "lit";

/** Wraps the lines of an icon; it says nothing to a screen reader, the button around it does. */
function icon(path: TemplateResult): TemplateResult {
  return svg`<svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">${path}</svg>`;
}

type IconName =
  | "copy"
  | "check"
  | "cross"
  | "search"
  | "download"
  | "moreRoom"
  | "lessRoom"
  | "open"
  | "closed"
  | "up"
  | "down"
  | "stop";

/** Every icon of a card, by what it means. */
export const ICONS: Readonly<Record<IconName, TemplateResult>> = {
  copy: icon(
    svg`<path d="M5.5 5.5v-2a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2"/><rect x="2.5" y="5.5" width="8" height="8" rx="1"/>`,
  ),
  check: icon(svg`<path d="m3 8.5 3.2 3.2L13 5"/>`),
  cross: icon(svg`<path d="m4 4 8 8m0-8-8 8"/>`),
  search: icon(svg`<circle cx="7" cy="7" r="4.2"/><path d="m10.2 10.2 3.3 3.3"/>`),
  download: icon(svg`<path d="M8 2.5v7.6m0 0 3-3m-3 3-3-3M3 13.5h10"/>`),
  moreRoom: icon(svg`<path d="m5 6 3-3 3 3M5 10l3 3 3-3"/>`),
  lessRoom: icon(svg`<path d="m5 3 3 3 3-3M5 13l3-3 3 3"/>`),
  open: icon(svg`<path d="m4 6.2 4 4 4-4"/>`),
  closed: icon(svg`<path d="m6.2 4 4 4-4 4"/>`),
  up: icon(svg`<path d="m4 10 4-4 4 4"/>`),
  down: icon(svg`<path d="m4 6 4 4 4-4"/>`),
  stop: icon(svg`<rect class="solid" x="4" y="4" width="8" height="8" rx="1.5"/>`),
};
