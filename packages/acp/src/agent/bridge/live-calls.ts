import type { RunningCommand } from "@termwire/terminal";
import type { CallCard } from "./call-card.ts";
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
  start(callId: string, card: CallCard, turn: AbortSignal): LiveCall;
  /** The card of a call that runs, or whose terminal goes on. */
  findCard(callId: string): CallCard | undefined;
  /** The terminal of the call goes on after it until `ended`. */
  keep(callId: string, terminal: KeptTerminal): void;
  readonly background: readonly string[];
  stopCall(callId: string): boolean;
  settle(boundMs: number): Promise<void>;
}

/** A terminal that goes on after its call. */
export interface KeptTerminal {
  readonly terminalId: string;
  readonly card: CallCard;
  readonly ended: Promise<void>;
}

/** Creates the empty record of one session. */
export function createLiveCalls(onBackground: () => void): LiveCalls {
  return new CallBook(onBackground);
}

interface Entry {
  readonly card: CallCard;
  readonly stop: AbortController;
  command: RunningCommand | null;
}

class CallBook implements LiveCalls {
  readonly terminals: LiveTerminals = createLiveTerminals();
  readonly #onBackground: () => void;
  readonly #calls = new Map<string, Entry>();
  /** By their calls. */
  readonly #kept = new Map<string, KeptTerminal>();

  constructor(onBackground: () => void) {
    this.#onBackground = onBackground;
  }

  get background(): readonly string[] {
    return [...this.#kept.values()].map(({ terminalId }) => terminalId);
  }

  start(callId: string, card: CallCard, turn: AbortSignal): LiveCall {
    const entry: Entry = { card, stop: new AbortController(), command: null };
    this.#calls.set(callId, entry);
    return {
      signal: AbortSignal.any([turn, entry.stop.signal]),
      runs: (command) => {
        entry.command = command;
      },
      [Symbol.dispose]: () => void this.#calls.delete(callId),
    };
  }

  findCard(callId: string): CallCard | undefined {
    return (this.#calls.get(callId) ?? this.#kept.get(callId))?.card;
  }

  keep(callId: string, { ended, ...terminal }: KeptTerminal): void {
    const told = ended.catch(() => undefined).then(() => this.#forget(callId));
    this.#kept.set(callId, { ...terminal, ended: told });
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
    const ended = [...this.#kept.values()].map((kept) => kept.ended);
    await Promise.race([Promise.all(ended), bound]);
    clearTimeout(timer);
  }

  #forget(callId: string): void {
    this.#kept.delete(callId);
    this.#onBackground();
  }
}
