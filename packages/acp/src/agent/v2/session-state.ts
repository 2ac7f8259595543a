import type { SessionUpdate } from "@agentclientprotocol/sdk/experimental/v2";
import type { TurnStopReason } from "../harness.ts";

/** Why the last foreground work stopped. */
export type IdleReason =
  | { readonly stopReason: TurnStopReason }
  | {
      readonly stopReason: "error";
      readonly error: { readonly code: number; readonly message: string };
    };

/** The foreground of a session, told as whole snapshots with everything that runs in the background. */
export interface SessionState {
  /** Foreground work starts, or goes on. */
  run(): Promise<void>;
  /** It has ended, for this reason. */
  stop(reason: IdleReason): Promise<void>;
  /** While `work` waits for the person nothing goes on; outside of a turn that changes nothing. */
  ask<Answer>(work: () => Promise<Answer>): Promise<Answer>;
  /** Says again how things are. */
  tell(): Promise<void>;
}

/** Creates the state of an idle session. `background` names the terminals that run on. */
export function createSessionState(
  send: (update: SessionUpdate) => Promise<void>,
  background: () => readonly string[],
): SessionState {
  return new StateTeller(send, background);
}

class StateTeller implements SessionState {
  readonly #send: (update: SessionUpdate) => Promise<void>;
  readonly #background: () => readonly string[];
  #running = false;
  #asking = 0;
  #reason: IdleReason | null = null;

  constructor(send: (update: SessionUpdate) => Promise<void>, background: () => readonly string[]) {
    this.#send = send;
    this.#background = background;
  }

  run(): Promise<void> {
    this.#running = true;
    return this.tell();
  }

  stop(reason: IdleReason): Promise<void> {
    this.#running = false;
    this.#reason = reason;
    return this.tell();
  }

  async ask<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (!this.#running) return work();
    this.#asking += 1;
    if (this.#asking === 1) await this.tell();
    try {
      return await work();
    } finally {
      this.#asking -= 1;
      if (this.#asking === 0 && this.#running) await this.tell();
    }
  }

  tell(): Promise<void> {
    const background = this.#background().map(
      (terminalId) => ({ type: "terminal", terminalId }) as const,
    );
    return this.#send(this.#toUpdate(background)).catch(() => undefined);
  }

  #toUpdate(background: { type: "terminal"; terminalId: string }[]): SessionUpdate {
    if (!this.#running) {
      const idle = { sessionUpdate: "state_update", state: "idle", background, ...this.#reason };
      return idle as SessionUpdate; // each stop reason is one of v2's, too many variants for the checker to see
    }
    return this.#asking > 0
      ? { sessionUpdate: "state_update", state: "requires_action", background }
      : { sessionUpdate: "state_update", state: "running", background };
  }
}
