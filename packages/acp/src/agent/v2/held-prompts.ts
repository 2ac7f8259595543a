import { RequestError } from "@agentclientprotocol/sdk/experimental/v2";

/** Lets one prompt work at a time; the others are held, in order. */
export interface HeldPrompts {
  /**
   * Resolves when it is this prompt's turn, with what lets the next one in.
   *
   * @throws RequestError `-32800` when it was taken back before, by `signal` or by {@link HeldPrompts.refuse}.
   */
  enter(signal: AbortSignal): Promise<() => void>;
  /** Takes back every prompt that is held. */
  refuse(): void;
}

/** Creates the queue of one session. */
export function createHeldPrompts(): HeldPrompts {
  return new PromptQueue();
}

interface Held {
  readonly admit: () => void;
  readonly refuse: () => void;
}

class PromptQueue implements HeldPrompts {
  readonly #held: Held[] = [];
  #busy = false;

  async enter(signal: AbortSignal): Promise<() => void> {
    if (this.#busy) await this.#wait(signal);
    this.#busy = true;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#next();
    };
  }

  refuse(): void {
    for (const { refuse } of this.#held.splice(0)) refuse();
  }

  #next(): void {
    const next = this.#held.shift();
    // The one that is let in keeps the place taken.
    if (next === undefined) this.#busy = false;
    else next.admit();
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const held: Held = { admit: resolve, refuse: () => reject(RequestError.requestCancelled()) };
      this.#held.push(held);
      if (signal.aborted) this.#withdraw(held);
      signal.addEventListener("abort", () => this.#withdraw(held), { once: true });
    });
  }

  #withdraw(held: Held): void {
    const at = this.#held.indexOf(held);
    if (at < 0) return;
    this.#held.splice(at, 1);
    held.refuse();
  }
}
