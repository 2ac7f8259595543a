import { toText, toUpdate } from "../hub/message.ts";
import { createCallRecord, type CallRecord, type TimedUpdate } from "./call-record.ts";
import { createWordsRecord, type WordsRecord } from "./words-record.ts";

/** What is kept of a session; the output of its commands is most of it. */
const MAX_SESSION_BYTES = 64 * 1024 * 1024;
/** What any record costs beside its text: a guess, on the safe side. */
const RECORD_BYTES = 256;

/** Everything a session has shown, so that it can be shown again. */
export interface Journal {
  /** How many records no longer fit. */
  readonly omittedUpdates: number;
  /** What it takes of the memory, roughly. */
  readonly sizeBytes: number;
  /** Keeps a `session/update`. @param textBytes how long its message is. */
  addUpdate(told: TimedUpdate, textBytes: number): void;
  /** Keeps a message of the hub's own. */
  addMessage(text: string): void;
  /** The messages that show all of it again, in order. */
  read(): Iterable<string>;
}

/** Of these only the newest counts. */
const STATES: ReadonlySet<unknown> = new Set([
  "available_commands_update",
  "current_mode_update",
  "config_option_update",
  "usage_update",
]);

type Entry =
  | { readonly kind: "call"; readonly id: string; readonly call: CallRecord }
  | { readonly kind: "words"; readonly words: WordsRecord; readonly atMs: number }
  | {
      readonly kind: "state";
      readonly name: string;
      readonly told: TimedUpdate;
      readonly bytes: number;
    }
  | { readonly kind: "update"; readonly told: TimedUpdate; readonly bytes: number }
  | { readonly kind: "message"; readonly text: string };

/** Creates an empty journal of one session. */
export function createJournal(sessionId: string, limitBytes?: number): Journal {
  return new SessionJournal(sessionId, limitBytes ?? MAX_SESSION_BYTES);
}

class SessionJournal implements Journal {
  omittedUpdates = 0;
  readonly #sessionId: string;
  readonly #limitBytes: number;
  readonly #entries = new Set<Entry>();
  readonly #calls = new Map<string, Extract<Entry, { kind: "call" }>>();
  /** Calls that were left out: what still comes of them could not be shown without their beginning. */
  readonly #dropped = new Set<string>();
  readonly #states = new Map<string, Entry>();
  #last: Entry | null = null;
  #sizeBytes = 0;

  constructor(sessionId: string, limitBytes: number) {
    this.#sessionId = sessionId;
    this.#limitBytes = limitBytes;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  addUpdate(told: TimedUpdate, textBytes: number): void {
    const { sessionUpdate, toolCallId } = told.update;
    const callId = toText(toolCallId);
    const isCall = sessionUpdate === "tool_call" || sessionUpdate === "tool_call_update";
    if (isCall && callId !== null) this.#addToCall(callId, told, textBytes);
    else if (STATES.has(sessionUpdate)) this.#addState(String(sessionUpdate), told, textBytes);
    else this.#addOther(told, textBytes);
    this.#fit();
  }

  addMessage(text: string): void {
    this.#add({ kind: "message", text });
    this.#fit();
  }

  *read(): Iterable<string> {
    for (const entry of this.#entries) {
      if (entry.kind === "message") yield entry.text;
      else for (const told of readUpdates(entry)) yield this.#toMessage(told);
    }
  }

  /** When it was told is told, too, so that a command that runs does not seem to begin with its replay. */
  #toMessage({ update, atMs }: TimedUpdate): string {
    return toUpdate(this.#sessionId, update, { termwire: { atMs } });
  }

  /** All of a call is told where it began: its card stands there. */
  #addToCall(id: string, told: TimedUpdate, textBytes: number): void {
    if (this.#dropped.has(id)) return;
    const known = this.#calls.get(id);
    const entry = known ?? { kind: "call" as const, id, call: createCallRecord(id) };
    if (known === undefined) {
      this.#calls.set(id, entry);
      this.#add(entry);
    }
    const before = entry.call.sizeBytes;
    entry.call.add(told, textBytes);
    this.#sizeBytes += entry.call.sizeBytes - before;
  }

  #addState(name: string, told: TimedUpdate, bytes: number): void {
    const old = this.#states.get(name);
    if (old !== undefined) this.#remove(old);
    const entry: Entry = { kind: "state", name, told, bytes };
    this.#states.set(name, entry);
    this.#add(entry);
  }

  #addOther(told: TimedUpdate, bytes: number): void {
    if (this.#last?.kind === "words") {
      const { words } = this.#last;
      const before = words.sizeBytes;
      const isMore = words.add(told.update);
      this.#sizeBytes += words.sizeBytes - before;
      if (isMore) return;
    }
    const words = createWordsRecord(told.update);
    const { atMs } = told;
    this.#add(words === null ? { kind: "update", told, bytes } : { kind: "words", words, atMs });
  }

  #add(entry: Entry): void {
    this.#entries.add(entry);
    this.#last = entry;
    this.#sizeBytes += toSize(entry);
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry);
    this.#sizeBytes -= toSize(entry);
    if (entry.kind === "call") this.#calls.delete(entry.id);
    if (entry.kind === "state") this.#states.delete(entry.name);
    if (this.#last === entry) this.#last = null;
  }

  /** Leaves out the oldest, but never the only one: what it keeps has a limit of its own. */
  #fit(): void {
    for (const entry of this.#entries) {
      if (this.#sizeBytes <= this.#limitBytes || this.#entries.size === 1) return;
      this.#remove(entry);
      if (entry.kind === "call") this.#dropped.add(entry.id);
      this.omittedUpdates++;
    }
  }
}

function readUpdates(entry: Exclude<Entry, { kind: "message" }>): Iterable<TimedUpdate> {
  switch (entry.kind) {
    case "call":
      return entry.call.read();
    case "words":
      return [{ update: entry.words.read(), atMs: entry.atMs }];
    case "state":
    case "update":
      return [entry.told];
  }
}

function toSize(entry: Entry): number {
  switch (entry.kind) {
    case "call":
      return entry.call.sizeBytes + RECORD_BYTES;
    case "words":
      return entry.words.sizeBytes + RECORD_BYTES;
    case "message":
      return entry.text.length * 2 + RECORD_BYTES;
    case "state":
    case "update":
      return entry.bytes + RECORD_BYTES;
  }
}
