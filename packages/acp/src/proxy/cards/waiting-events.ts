import type { TerminalEvent } from "@termwire/terminal";
import type { DisplayEvent } from "../../client/display-event.ts";

/** A reader this far behind gets less of what the proxy's own commands print. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

/** What was decoded of one session and is not told yet, in order. */
export class WaitingEvents {
  readonly #events: DisplayEvent[] = [];
  #bytes = 0;

  add(event: DisplayEvent): void {
    this.#events.push(event);
    this.#bytes += sizeOf(event.event);
  }

  /** The next one; undefined when none waits. */
  take(): DisplayEvent | undefined {
    const next = this.#events.shift();
    this.#bytes -= next === undefined ? this.#bytes : sizeOf(next.event);
    return next;
  }

  areOf(toolCallId: string): boolean {
    return this.#events.some((event) => event.toolCallId === toolCallId);
  }

  /** The event, or, where too much waits already, that its output is lost. */
  bound(event: TerminalEvent): TerminalEvent {
    const size = sizeOf(event);
    if (size === 0 || this.#bytes + size <= MAX_WAITING_BYTES) return event;
    return { type: "output-lost", id: event.id, lostBytes: size };
  }
}

function sizeOf(event: TerminalEvent): number {
  return "bytes" in event ? event.bytes.length : 0;
}
