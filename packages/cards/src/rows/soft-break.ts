/** Stands, without any width, at the end of a row whose line goes on in the next. No text has it: it is no character. */
const SOFT_BREAK = "\uFDD0";

/** Marks the end of a row whose line goes on. */
export function createSoftBreak(): HTMLElement {
  const mark = document.createElement("span");
  mark.className = "soft-break";
  mark.ariaHidden = "true";
  mark.textContent = SOFT_BREAK;
  return mark;
}

/** Selected rows as the lines that were printed: joined where a line only went on in the next row. */
export function joinSoftBreaks(selected: string): string {
  return selected.replaceAll(`${SOFT_BREAK}\n`, "").replaceAll(SOFT_BREAK, "");
}
