import { describe, expect, it } from "vitest";
import { parseUsage } from "./session-usage.ts";

describe("the usage of a session", () => {
  it("is what was said of it", () => {
    const cost = { amount: 0.25, currency: "USD" };
    expect(parseUsage({ used: 10, size: 100, cost })).toEqual({
      usedTokens: 10,
      windowTokens: 100,
      cost,
    });
  });

  it("has no window and no cost where none was said", () => {
    const unknown = { usedTokens: 10, windowTokens: null, cost: null };
    expect(parseUsage({ used: 10, size: 0, cost: null })).toEqual(unknown);
    expect(parseUsage({ used: 10, cost: { amount: 1 } })).toEqual(unknown);
  });

  it.each([{}, { used: -1 }, { used: "10" }])("is none for %j", (update) => {
    expect(parseUsage(update)).toBeNull();
  });
});
