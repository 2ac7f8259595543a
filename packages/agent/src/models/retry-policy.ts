/** When a provider is asked again. */
export interface RetryPolicy {
  /** Asked at most so often for one answer. */
  readonly maxAttempts: number;
  /** Before the second attempt; doubled for each one after it. */
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  /** The longest time a provider may ask for; beyond it a person is better told. */
  readonly maxRetryAfterMs: number;
  /** 0 to 1: spreads those that failed together. */
  readonly random: () => number;
}

/** Half a minute in all without `Retry-After`: what most limits need, and about as long as a person waits. */
export const RETRY_POLICY: RetryPolicy = {
  maxAttempts: 6,
  baseDelayMs: 1000,
  maxDelayMs: 20_000,
  maxRetryAfterMs: 90_000,
  random: Math.random,
};

/** What failed. */
export interface FailedAttempt {
  /** Counts from 1. */
  readonly attempt: number;
  readonly isRetryable: boolean;
  /** What the provider asked for; null when it asked for nothing. */
  readonly retryAfterMs: number | null;
}

/**
 * Milliseconds to wait before asking again, never less than the provider asked for; null when it is not to be asked
 * again.
 */
export function toRetryDelay(
  { attempt, isRetryable, retryAfterMs }: FailedAttempt,
  policy: RetryPolicy,
): number | null {
  if (!isRetryable || attempt >= policy.maxAttempts) return null;
  if (retryAfterMs !== null && retryAfterMs > policy.maxRetryAfterMs) return null;
  const full = Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** (attempt - 1));
  const spread = Math.round(full * (0.5 + policy.random() / 2));
  if (retryAfterMs === null) return spread;
  // Everybody else was given the same time.
  return retryAfterMs + Math.round(policy.baseDelayMs * policy.random());
}

/**
 * Reads `retry-after-ms` and `retry-after` (seconds or a date); null when neither is there or makes sense.
 *
 * @param nowMs milliseconds since the epoch.
 */
export function parseRetryAfter(
  headers: Readonly<Record<string, string>>,
  nowMs: number,
): number | null {
  const milliseconds = toDuration(headers["retry-after-ms"]);
  if (milliseconds !== null) return milliseconds;
  const value = headers["retry-after"];
  const seconds = toDuration(value);
  if (seconds !== null) return seconds * 1000;
  const dateMs = Date.parse(value ?? "");
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs);
}

function toDuration(value: string | undefined): number | null {
  return value !== undefined && /^\d+(?:\.\d+)?$/u.test(value.trim()) ? Number(value) : null;
}
