/** What is told between the terminals of a connection. */
export interface TurnListener {
  /** A piece of what the agent says. */
  readonly onWords: (text: string, sessionId: string) => void;
  readonly onTurnEnd: (stopReason: string, sessionId: string) => void;
}

/** Reads words and ends of turns out of the messages of one connection, whatever its protocol version. */
export interface TurnReader {
  receive(message: unknown): void;
  send(message: unknown): void;
}

/** Creates the reader of one connection. */
export function createTurnReader({ onWords, onTurnEnd }: TurnListener): TurnReader {
  /** Session of each prompt that was not answered yet. */
  const prompts = new Map<unknown, string>();
  return {
    receive(message) {
      const { id, method, params, result } = members(message);
      if (method === undefined) {
        const sessionId = prompts.get(id);
        const { stopReason } = members(result);
        prompts.delete(id);
        if (sessionId !== undefined) tell(stopReason, sessionId);
      } else if (method === "session/update") {
        const { sessionId, update } = members(params);
        readUpdate(members(update), String(sessionId));
      }
    },
    send(message) {
      const { id, method, params } = members(message);
      if (method === "session/prompt") prompts.set(id, String(members(params)["sessionId"]));
    },
  };

  function readUpdate(update: Readonly<Record<string, unknown>>, sessionId: string): void {
    const { text } = members(update["content"]);
    if (update["sessionUpdate"] === "agent_message_chunk" && typeof text === "string") {
      onWords(text, sessionId);
    }
    if (update["sessionUpdate"] === "state_update" && update["state"] === "idle") {
      tell(update["stopReason"], sessionId);
    }
  }

  function tell(stopReason: unknown, sessionId: string): void {
    if (typeof stopReason === "string") onTurnEnd(stopReason, sessionId);
  }
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>) // any object is a record of unknowns
    : {};
}
