import type { PageText } from "../text/page-text.ts";

const SECOND_MS = 1_000;

/** A time that passes, in the largest units that still tell something: `4 s`, `2 min 05 s`, `1 h 02 min`. */
export function formatElapsed(elapsedMs: number, text: Pick<PageText, "elapsed">): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / SECOND_MS));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours > 0) return text.elapsed.hours(String(hours), twoDigits(minutes % 60));
  if (minutes > 0) return text.elapsed.minutes(String(minutes), twoDigits(seconds % 60));
  return text.elapsed.seconds(String(seconds));
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
