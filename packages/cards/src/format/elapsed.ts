import type { CardText } from "../text/card-text.ts";

const SECOND_MS = 1000;
const MINUTE_S = 60;
const HOUR_S = 3600;

/**
 * A duration for a person: milliseconds below one second, tenths below ten, then whole seconds, minutes, hours. While
 * it still runs whole seconds only: more would flicker.
 */
export function formatElapsed(ms: number, isRunning: boolean, text: CardText): string {
  const exact = Math.max(0, ms) / SECOND_MS;
  if (!isRunning && exact < 1) return text.milliseconds(String(Math.floor(exact * SECOND_MS)));
  if (!isRunning && exact < 9.95) return text.seconds(exact.toFixed(1));
  const seconds = isRunning ? Math.floor(exact) : Math.round(exact);
  if (seconds < MINUTE_S) return text.seconds(String(seconds));
  if (seconds < HOUR_S) {
    return text.minutes(String(Math.floor(seconds / MINUTE_S)), twoDigits(seconds % MINUTE_S));
  }
  const minutes = Math.floor(seconds / MINUTE_S);
  return text.hours(String(Math.floor(minutes / MINUTE_S)), twoDigits(minutes % MINUTE_S));
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
