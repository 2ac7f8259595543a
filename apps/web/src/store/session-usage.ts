import { toCount, toFields, toText, type Fields } from "../wire/read-fields.ts";

/** How full the model's window is, and what it cost so far; null where it was not said. */
export interface SessionUsage {
  readonly usedTokens: number;
  readonly windowTokens: number | null;
  readonly cost: { readonly amount: number; readonly currency: string } | null;
}

/** Reads a `usage_update`; null when it says nothing. */
export function parseUsage({ used, size, cost }: Fields): SessionUsage | null {
  const usedTokens = toCount(used);
  if (usedTokens === null) return null;
  const { amount, currency } = toFields(cost);
  const [price, unit] = [toCount(amount), toText(currency)];
  const window = toCount(size);
  return {
    usedTokens,
    windowTokens: window === 0 ? null : window,
    cost: price === null || unit === null ? null : { amount: price, currency: unit },
  };
}
