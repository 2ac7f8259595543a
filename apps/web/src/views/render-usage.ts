import { html, type TemplateResult } from "lit";
import type { SessionUsage } from "../store/session-usage.ts";
import type { PageText } from "../text/page-text.ts";

/** How full the model's window is, and what it cost so far. */
export function renderUsage(usage: SessionUsage, text: PageText): TemplateResult {
  const { usedTokens, windowTokens, cost } = usage;
  const count = (tokens: number): string => tokens.toLocaleString();
  const price = cost === null ? null : `${cost.amount.toFixed(2)} ${cost.currency}`;
  const detail = text.usageDetail(
    count(usedTokens),
    windowTokens === null ? null : count(windowTokens),
    price,
  );
  const short =
    windowTokens === null ? detail : text.usage(Math.round((100 * usedTokens) / windowTokens));
  return html`<span class="usage soft" title=${detail}>${short}</span>`;
}
