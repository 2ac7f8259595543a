/** Sends the updates of one session, until it is closed. */
export interface SessionGate<Update> {
  /** Resolves when the transport took the update, or at once when the session is closed. */
  readonly send: (update: Update) => Promise<void>;
  /** Nothing of the session is sent from now on. */
  readonly close: () => void;
}

/** Creates an open gate in front of `send`. */
export function createSessionGate<Update>(
  send: (update: Update) => Promise<void>,
): SessionGate<Update> {
  let isOpen = true;
  return {
    send: async (update) => {
      if (isOpen) await send(update);
    },
    close: () => {
      isOpen = false;
    },
  };
}
