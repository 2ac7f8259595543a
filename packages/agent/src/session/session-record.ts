import type { SessionLog } from "./session-archive.ts";
import type { SessionEvent } from "./session-event.ts";

/** What happened in a session: in memory all of it, in its log as long as that can be written. */
export interface SessionRecord extends AsyncDisposable {
  readonly events: readonly SessionEvent[];
  /** Adds to the end; never rejects. Resolves when the log has it, too. */
  add(event: SessionEvent): Promise<void>;
  /** What the person should be told of the log; each note is given once. */
  takeNotes(): readonly string[];
}

/** Creates the record of a session. `log` null: it is not kept. `notes` come before the log's own. */
export function createSessionRecord(
  log: SessionLog | null,
  notes: readonly string[] = [],
): SessionRecord {
  return new LoggedRecord(log, notes);
}

/** What is said of a session without a log, or with half of one. */
export function describeUnkept(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `This session is not kept from here on: ${reason}.`;
}

class LoggedRecord implements SessionRecord {
  readonly #events: SessionEvent[];
  #log: SessionLog | null;
  #isKept: boolean;
  #notes: readonly string[];
  #last: Promise<void> = Promise.resolve();

  constructor(log: SessionLog | null, notes: readonly string[]) {
    this.#log = log;
    this.#isKept = log !== null;
    this.#events = [...(log?.events ?? [])];
    this.#notes = [...notes, ...(log?.notes ?? [])];
  }

  get events(): readonly SessionEvent[] {
    return this.#events;
  }

  /** One after another: the log has them in the order of memory. */
  add(event: SessionEvent): Promise<void> {
    this.#events.push(event);
    this.#last = this.#last.then(() => this.#write(event));
    return this.#last;
  }

  takeNotes(): readonly string[] {
    const notes = this.#notes;
    this.#notes = [];
    return notes;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#last;
    const log = this.#log;
    this.#log = null;
    this.#isKept = false;
    await log?.[Symbol.asyncDispose]();
  }

  /** After the first failure nothing more is written: a log with a gap tells a story that did not happen. */
  async #write(event: SessionEvent): Promise<void> {
    if (this.#log === null || !this.#isKept) return;
    try {
      await this.#log.append(event);
    } catch (error) {
      this.#isKept = false;
      this.#notes = [...this.#notes, describeUnkept(error)];
    }
  }
}
