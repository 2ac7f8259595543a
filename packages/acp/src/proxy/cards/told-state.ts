import type { UpdateFields } from "../../dialects/terminal-decoder.ts";

/** How a session is, as a client of version 2 is told: with the terminals that run on. */
export class ToldState {
  readonly #send: (update: UpdateFields) => Promise<void>;
  readonly #background: () => readonly string[];
  #last: UpdateFields | null = null;
  /** How many terminals it was told to run on. */
  #listed = 0;

  constructor(send: (update: UpdateFields) => Promise<void>, background: () => readonly string[]) {
    this.#send = send;
    this.#background = background;
  }

  /** Tells a new state. */
  async tell(state: UpdateFields): Promise<void> {
    this.#last = state;
    const background = this.#background();
    this.#listed = background.length;
    const listed = background.map((terminalId) => ({ type: "terminal", terminalId }));
    await this.#send({ ...state, background: listed });
  }

  /** The end of what ran on was told: it is no longer listed. */
  async follow(): Promise<void> {
    const isLess = this.#background().length < this.#listed;
    if (this.#last !== null && isLess) await this.tell(this.#last);
  }
}
