import type { RunningCommand } from "@termwire/terminal";

/** One call that runs. Disposing of it says that it has ended. */
export interface LiveCall extends Disposable {
  /** Aborts with the turn, or when this call alone is stopped. */
  readonly signal: AbortSignal;
  /** Its command has started, as the terminal of that name. */
  runs(terminalId: string, command: RunningCommand): void;
}

/** What of a session can be stopped: calls that run, and terminals, also those that outlive their calls. */
export interface LiveCalls {
  start(callId: string, turn: AbortSignal): LiveCall;
  has(callId: string): boolean;
  /** The terminal goes on after its call until `ended`. */
  keep(terminalId: string, ended: Promise<void>): void;
  readonly background: readonly string[];
  stopTerminal(terminalId: string): boolean;
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
  readonly #onBackground: () => void;
  readonly #calls = new Map<string, Entry>();
  readonly #commands = new Map<string, RunningCommand>();
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
      runs: (terminalId, command) => {
        entry.command = command;
        this.#runs(terminalId, command);
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

  stopTerminal(terminalId: string): boolean {
    const command = this.#commands.get(terminalId);
    if (command !== undefined) stop(command);
    return command !== undefined;
  }

  stopCall(callId: string): boolean {
    const entry = this.#calls.get(callId);
    if (entry === undefined) return false;
    if (entry.command === null) entry.stop.abort();
    else stop(entry.command);
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

  #runs(terminalId: string, command: RunningCommand): void {
    this.#commands.set(terminalId, command);
    void command.completed.then(() => this.#commands.delete(terminalId));
  }

  #forget(terminalId: string): void {
    this.#kept.delete(terminalId);
    this.#onBackground();
  }
}

/** The end is told by the command itself; that it could not be ended, too. */
function stop(command: RunningCommand): void {
  void command.terminate("stopped").catch(() => undefined);
}
