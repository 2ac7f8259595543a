import { DEFAULT_MAX_MESSAGE_BYTES } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { DEFAULT_HOST_LIMITS, resolveHostLimits } from "./host-limits.ts";

/** What JSON makes of the text in an answer at worst: nothing but quotes, backslashes, tabs and line ends. */
const WORST_JSON_FACTOR = 2;
const ENVELOPE_BYTES = 64 * 1024;

describe("the limits of a host", () => {
  it("keep every answer within what the agent's SDK takes, or it would close the connection (case 106)", () => {
    const { outputCeilingBytes } = DEFAULT_HOST_LIMITS;
    expect(JSON.stringify('"\\\t\n'.repeat(100)).length).toBe(2 + 400 * WORST_JSON_FACTOR);
    expect(outputCeilingBytes * WORST_JSON_FACTOR + ENVELOPE_BYTES).toBeLessThan(
      DEFAULT_MAX_MESSAGE_BYTES,
    );
  });

  it("are the given ones over the defaults", () => {
    const limits = resolveHostLimits({ runningPerSession: 1 });
    expect(limits).toEqual({ ...DEFAULT_HOST_LIMITS, runningPerSession: 1 });
  });

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("are never %d", (value) => {
    expect(() => resolveHostLimits({ displayBudgetBytes: value })).toThrow(
      /displayBudgetBytes: expected a whole number from 0 up/,
    );
  });
});
