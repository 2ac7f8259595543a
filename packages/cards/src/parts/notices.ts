import { html, nothing, type TemplateResult } from "lit";
import { toVisibleText } from "@termwire/terminal";
import type { CardRecord } from "../record/card-record.ts";
import type { CardText } from "../text/card-text.ts";

/** What notices are made of. */
export interface NoticesView {
  readonly text: CardText;
  readonly record: CardRecord;
  /** Whether more output is kept than is drawn. */
  readonly isPartlyDrawn: boolean;
}

/** What is not there to see, in exact numbers, and what was odd about how the terminal was reported. */
export function renderNotices(view: NoticesView): TemplateResult | typeof nothing {
  const notices = readNotices(view);
  if (notices.length === 0) return nothing;
  return html`<ul class="notices" part="notices">
    ${notices.map((notice) => html`<li>${notice}</li>`)}
  </ul>`;
}

/** The notices as text, each once. */
export function readNotices({ text, record, isPartlyDrawn }: NoticesView): readonly string[] {
  const number = (value: number): string => new Intl.NumberFormat(text.locale).format(value);
  const { state, output } = record;
  const lostBytes = state?.lostBytes ?? 0;
  const ending = state?.ending ?? null;
  return [
    ...(ending?.kind === "lost" ? [ending.reason] : []),
    ...(state?.notes ?? []),
    ...(lostBytes > 0 ? [text.bytesOmitted(number(lostBytes))] : []),
    ...(output.startOffset > 0 ? [text.bytesDropped(number(output.startOffset))] : []),
    ...(isPartlyDrawn ? [text.partlyDrawn] : []),
  ].map(toVisibleText);
}
