import type { RunningCommand } from "@termwire/terminal";
import { createLiveTerminals, stopCommand, type LiveTerminals } from "./live-terminals.ts";

/** One call that runs. Disposing of it says that it has ended. */
export interface LiveCall extends Disposable {
  /** Aborts with the turn, or when this call alone is stopped. */
  readonly signal: AbortSignal;
  /** Its command has started: stopping the call is ending that. */
  runs(command: RunningCommand): void;
}

/** What of a session can be stopped: calls that run, and terminals, also those that outlive their calls. */
export interface LiveCalls {
  readonly terminals: LiveTerminals;
  start(callId: string, turn: AbortSignal): LiveCall;
  has(callId: string): boolean;
  /** The terminal goes on after its call until `ended`. */
  keep(terminalId: string, ended: Promise<void>): void;
  readonly background: readonly string[];
  stopCall(callId: string): boolean;
  settle(boundMs: number): Promise<void>;
}

/** Creates the empty record of one session. */
export function createLiveCalls(onBackground: () => void): LiveCalls {
  return new CallBook(onBackground);
}

interface Entry {
  readonly stop: AbortController;
  command: RunningCommand | null;
}

class CallBook implements LiveCalls {
  readonly terminals: LiveTerminals = createLiveTerminals();
  readonly #onBackground: () => void;
  readonly #calls = new Map<string, Entry>();
  readonly #kept = new Map<string, Promise<void>>();

  constructor(onBackground: () => void) {
    this.#onBackground = onBackground;
  }

  get background(): readonly string[] {
    return [...this.#kept.keys()];
  }

  start(callId: string, turn: AbortSignal): LiveCall {
    const entry: Entry = { stop: new AbortController(), command: null };
    this.#calls.set(callId, entry);
    return {
      signal: AbortSignal.any([turn, entry.stop.signal]),
      runs: (command) => {
        entry.command = command;
      },
      [Symbol.dispose]: () => void this.#calls.delete(callId),
    };
  }

  has(callId: string): boolean {
    return this.#calls.has(callId);
  }

  keep(terminalId: string, ended: Promise<void>): void {
    const told = ended.catch(() => undefined).then(() => this.#forget(terminalId));
    this.#kept.set(terminalId, told);
    this.#onBackground();
  }

  stopCall(callId: string): boolean {
    const entry = this.#calls.get(callId);
    if (entry === undefined) return false;
    if (entry.command === null) entry.stop.abort();
    else stopCommand(entry.command);
    return true;
  }

  async settle(boundMs: number): Promise<void> {
    if (this.#kept.size === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const bound = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, boundMs);
    });
    await Promise.race([Promise.all(this.#kept.values()), bound]);
    clearTimeout(timer);
  }

  #forget(terminalId: string): void {
    this.#kept.delete(terminalId);
    this.#onBackground();
  }
}
