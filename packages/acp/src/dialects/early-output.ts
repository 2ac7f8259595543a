import type { TerminalEvent, TerminalId } from "@termwire/terminal";

/** Per id; a terminal is announced within a few updates or never. */
const MAX_EARLY_BYTES = 256 * 1024;
const MAX_EARLY_EVENTS = 1024;
/** Ids nobody announced yet. */
const MAX_EARLY_IDS = 64;

/** Keeps what came for an id before its announcement, within a bound. */
export interface EarlyOutput {
  keep(event: TerminalEvent): void;
  /** Hands over and forgets what was kept for `id`, in order; output beyond the bound comes as lost. */
  take(id: TerminalId): readonly TerminalEvent[];
}

interface Kept {
  readonly events: TerminalEvent[];
  bytes: number;
  lostBytes: number;
  /** Where the lost bytes belong; what follows them is lost, too, so that there is one hole. */
  lostAt: number;
}

/** Creates an empty store for one session. */
export function createEarlyOutput(): EarlyOutput {
  const kept = new Map<TerminalId, Kept>();
  return {
    keep(event) {
      const entry = kept.get(event.id) ?? { events: [], bytes: 0, lostBytes: 0, lostAt: 0 };
      if (!kept.has(event.id) && kept.size >= MAX_EARLY_IDS) return;
      kept.set(event.id, entry);
      keepEvent(entry, event);
    },
    take(id) {
      const entry = kept.get(id);
      kept.delete(id);
      if (entry === undefined) return [];
      const { events, lostBytes, lostAt } = entry;
      if (lostBytes === 0) return events;
      return [
        ...events.slice(0, lostAt),
        { type: "output-lost", id, lostBytes },
        ...events.slice(lostAt),
      ];
    },
  };
}

function keepEvent(entry: Kept, event: TerminalEvent): void {
  const size = event.type === "output-appended" ? event.bytes.length : 0;
  const full = entry.bytes + size > MAX_EARLY_BYTES || entry.events.length >= MAX_EARLY_EVENTS;
  if (size > 0 && (full || entry.lostBytes > 0)) {
    if (entry.lostBytes === 0) entry.lostAt = entry.events.length;
    entry.lostBytes += size;
  } else if (!full || event.type === "terminal-ended") {
    entry.events.push(event);
    entry.bytes += size;
  }
}
