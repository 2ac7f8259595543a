import { displayTerminals, type DisplayEvent } from "@termwire/acp/client";
import type { Update } from "./connect-agent.ts";

/** What a client makes of the updates of one session. */
export function decode(updates: readonly Update[], protocolVersion: number): DisplayEvent[] {
  const events: DisplayEvent[] = [];
  const decoder = displayTerminals({ onEvent: (event) => events.push(event) });
  decoder.receive({ id: 0, result: { protocolVersion } });
  for (const update of updates) {
    decoder.receive({ method: "session/update", params: { sessionId: "s", update } });
  }
  return events;
}

/** Everything shown since the output last began anew, as text. */
export function outputOf(events: readonly DisplayEvent[]): string {
  let parts: Uint8Array[] = [];
  for (const { event } of events) {
    if (event.type === "output-replaced") parts = [event.bytes];
    if (event.type === "output-appended") parts.push(event.bytes);
  }
  return Buffer.concat(parts).toString();
}
