import { html, type TemplateResult } from "lit";

/** A drawing of 16 by 16 in the colour of the text around it; says nothing to a screen reader. */
function draw(path: string, fill = "none"): TemplateResult {
  return html`<svg
    class="icon"
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill=${fill}
    stroke="currentColor"
    stroke-width="1.5"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d=${path} />
  </svg>`;
}

/** The page's drawings, by what they stand for. */
export const ICONS: Readonly<Record<IconName, TemplateResult>> = {
  plus: draw("M8 3v10M3 8h10"),
  menu: draw("M2.5 4.5h11M2.5 8h11M2.5 11.5h11"),
  close: draw("M4 4l8 8M12 4l-8 8"),
  trash: draw("M3 4.5h10M6.5 4V2.5h3V4M4.5 4.5l.5 9h6l.5-9"),
  send: draw("M8 13V3.5M3.8 7.5L8 3.3l4.2 4.2"),
  stop: draw("M4.5 4.5h7v7h-7z", "currentColor"),
  down: draw("M8 3v9.5M3.8 8.5L8 12.7l4.2-4.2"),
  chevron: draw("M6 4l4 4-4 4"),
  read: draw("M4 2.5h5l3 3v8H4zM9 2.5v3h3M6 8.5h4M6 11h4"),
  edit: draw("M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3z"),
  delete: draw("M3 4.5h10M6.5 4V2.5h3V4M4.5 4.5l.5 9h6l.5-9"),
  move: draw("M2.5 8h10M9 4.5L12.5 8 9 11.5"),
  search: draw("M7 11.5a4.5 4.5 0 100-9 4.5 4.5 0 000 9zM10.5 10.5L13.5 13.5"),
  execute: draw("M3 4.5L6.5 8 3 11.5M8 12h5"),
  think: draw("M8 2.5a4 4 0 00-2 7.5V12h4v-2a4 4 0 00-2-7.5zM6.5 14h3"),
  fetch: draw(
    "M8 13.5a5.5 5.5 0 100-11 5.5 5.5 0 000 11zM2.5 8h11M8 2.5c2 1.5 2.5 9 0 11M8 2.5c-2 1.5-2.5 9 0 11",
  ),
  other: draw("M8 2.5l5 3v5l-5 3-5-3v-5zM3 5.5l5 3 5-3M8 8.5v5"),
  warning: draw("M8 2.5l6 11H2zM8 6.5v3.2M8 11.6v.1"),
  step: draw("M8 13.5a5.5 5.5 0 100-11 5.5 5.5 0 000 11z"),
  stepDone: draw("M8 13.5a5.5 5.5 0 100-11 5.5 5.5 0 000 11zM5.5 8.2l1.8 1.8 3.3-3.6"),
  stepNow: draw("M8 13.5a5.5 5.5 0 100-11 5.5 5.5 0 000 11zM8 6v4M6 8h4"),
};

/** A name of {@link ICONS}. */
export type IconName =
  | "plus"
  | "menu"
  | "close"
  | "trash"
  | "send"
  | "stop"
  | "down"
  | "chevron"
  | "warning"
  | "step"
  | "stepDone"
  | "stepNow"
  | CallIcon;

type CallIcon =
  | "read"
  | "edit"
  | "delete"
  | "move"
  | "search"
  | "execute"
  | "think"
  | "fetch"
  | "other";

/** The drawing for ACP's word for what a tool does. */
export function findCallIcon(kind: string): TemplateResult {
  switch (kind) {
    case "read":
    case "edit":
    case "delete":
    case "move":
    case "search":
    case "execute":
    case "think":
    case "fetch":
      return ICONS[kind];
    default:
      return ICONS.other;
  }
}
