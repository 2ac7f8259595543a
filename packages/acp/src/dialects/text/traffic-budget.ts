/**
 * Keeps the wire linear: snapshots may cost a fixed start, a fixed multiple of what the command printed, and one
 * small update every few seconds so that a slow command is still seen. Resending all output on each chunk, which
 * is quadratic, cannot happen.
 */
export interface TrafficBudget {
  /** Counts printed bytes; each of them pays for some bytes on the wire. */
  earn(printedBytes: number): void;
  /** How many bytes of snapshot may be sent now; 0 when none. */
  affordableBytes(nowMs: number): number;
  /** Counts a sent snapshot. */
  spend(sentBytes: number, nowMs: number): void;
  /** Milliseconds until a small update is allowed in any case. */
  nextAllowanceMs(nowMs: number): number;
}

/** Enough for the whole life of most commands. */
const START_BYTES = 64 * 1024;
/** Wire bytes per printed byte. */
const EARN_FACTOR = 3;
/** A newest screenful; a card that is still running needs no more. */
const SNAPSHOT_BYTES = 4 * 1024;
/** The small update: a few lines. */
const ALLOWANCE_BYTES = 512;
const ALLOWANCE_EVERY_MS = 5_000;
/** Method, ids and keys around each snapshot. */
const ENVELOPE_BYTES = 400;

/** Creates a budget for one call. */
export function createTrafficBudget(): TrafficBudget {
  let balanceBytes = START_BYTES;
  let lastSentMs = Number.NEGATIVE_INFINITY;
  const nextAllowanceMs = (nowMs: number): number =>
    Math.max(0, lastSentMs + ALLOWANCE_EVERY_MS - nowMs);
  return {
    earn(printedBytes) {
      balanceBytes = Math.min(START_BYTES, balanceBytes + printedBytes * EARN_FACTOR);
    },
    affordableBytes(nowMs) {
      if (balanceBytes >= SNAPSHOT_BYTES + ENVELOPE_BYTES) return SNAPSHOT_BYTES;
      return nextAllowanceMs(nowMs) === 0 ? ALLOWANCE_BYTES : 0;
    },
    spend(sentBytes, nowMs) {
      balanceBytes = Math.max(0, balanceBytes - sentBytes - ENVELOPE_BYTES);
      lastSentMs = nowMs;
    },
    nextAllowanceMs,
  };
}
