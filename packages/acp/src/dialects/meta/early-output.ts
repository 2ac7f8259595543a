import type { TerminalEvent, TerminalId } from "@termwire/terminal";

/** Per id; a terminal is announced within a few updates or never. */
const MAX_EARLY_BYTES = 256 * 1024;
const MAX_EARLY_EVENTS = 1024;
/** Ids nobody announced yet. */
const MAX_EARLY_IDS = 64;

/** Keeps what came for an id before its announcement, within a bound. */
export interface EarlyOutput {
  keep(event: TerminalEvent): void;
  /** Hands over and forgets what was kept for `id`, in order. */
  take(id: TerminalId): readonly TerminalEvent[];
}

/** Creates an empty store for one session. */
export function createEarlyOutput(): EarlyOutput {
  const kept = new Map<TerminalId, { events: TerminalEvent[]; bytes: number }>();
  return {
    keep(event) {
      const entry = kept.get(event.id) ?? { events: [], bytes: 0 };
      const bytes = event.type === "output-appended" ? event.bytes.length : 0;
      if (entry.bytes + bytes > MAX_EARLY_BYTES || entry.events.length >= MAX_EARLY_EVENTS) return;
      entry.events.push(event);
      entry.bytes += bytes;
      if (!kept.has(event.id) && kept.size < MAX_EARLY_IDS) kept.set(event.id, entry);
    },
    take(id) {
      const events = kept.get(id)?.events ?? [];
      kept.delete(id);
      return events;
    },
  };
}
