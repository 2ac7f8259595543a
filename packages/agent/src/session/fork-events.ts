import type { SessionEvent } from "./session-event.ts";

/** What is no part of a turn, and may come after the last one. */
const BESIDE_TURNS: ReadonlySet<SessionEvent["type"]> = new Set([
  "setting-changed",
  "title-changed",
  "terminal-ended",
]);

/**
 * What a fork of a session begins with: all that happened. Of one that somebody has open the last turn may be at work, and is
 * left out until it has ended: a fork has whole turns.
 */
export function createForkEvents(
  events: readonly SessionEvent[],
  { isOpen }: { readonly isOpen: boolean },
): readonly SessionEvent[] {
  if (!isOpen) return events;
  const end = events.findLastIndex(({ type }) => type === "turn-ended");
  const known = new Set(
    events.slice(0, end + 1).flatMap((event) => ("callId" in event ? [event.callId] : [])),
  );
  return events.filter(
    (event, index) =>
      index <= end ||
      (BESIDE_TURNS.has(event.type) && (!("callId" in event) || known.has(event.callId))),
  );
}
