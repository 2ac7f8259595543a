import { applyTerminalEvent, type TerminalState } from "@termwire/terminal";
import type { DisplayEvent } from "../../src/client/display-event.ts";
import {
  displayTerminals,
  type DisplayTerminals,
  type DisplayTerminalsOptions,
} from "../../src/client/display-terminals.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A decoder with what it showed so far. */
export interface ShownTraffic {
  readonly decoder: DisplayTerminals;
  readonly events: DisplayEvent[];
  /** A `session/update` of the agent. */
  readonly update: (fields: Fields, sessionId?: string) => void;
  /** A request of the agent and the client's answer to it. */
  readonly ask: (method: string, params: Fields, result: unknown) => void;
  /** A request of the agent that waits; the function answers it. */
  readonly askLater: (method: string, params: Fields) => (result: unknown) => void;
  /** Starts a turn; the function ends it. */
  readonly prompt: (sessionId?: string) => (stopReason: string) => void;
  /** The state of a terminal; the only one when no id is given. */
  readonly state: (id?: string) => TerminalState | undefined;
  /** What a person sees of it, as text. */
  readonly output: (id?: string) => string;
  /** Kinds of its events, in order. */
  readonly kinds: (id?: string) => readonly string[];
}

/** Decodes traffic and keeps what is shown of it. */
export function showTraffic(
  options: Omit<DisplayTerminalsOptions, "onEvent" | "nowMs"> = {},
): ShownTraffic {
  const events: DisplayEvent[] = [];
  const decoder = displayTerminals({
    ...options,
    onEvent: (event) => events.push(event),
    nowMs: () => 0,
  });
  let nextId = 100;
  const of = (id: string | undefined) =>
    events.map(({ event }) => event).filter((event) => id === undefined || event.id === id);
  const askLater = (method: string, params: Fields) => {
    const id = nextId++;
    decoder.receive({ jsonrpc: "2.0", id, method, params: { sessionId: "s1", ...params } });
    return (result: unknown) =>
      decoder.send({
        jsonrpc: "2.0",
        id,
        ...(result instanceof Error ? { error: { code: -32603 } } : { result }),
      });
  };
  return {
    decoder,
    events,
    update: (fields, sessionId = "s1") =>
      decoder.receive({
        jsonrpc: "2.0",
        method: "session/update",
        params: { sessionId, update: fields },
      }),
    askLater,
    ask: (method, params, result) => askLater(method, params)(result),
    prompt(sessionId = "s1") {
      const id = nextId++;
      decoder.send({ jsonrpc: "2.0", id, method: "session/prompt", params: { sessionId } });
      return (stopReason) => decoder.receive({ jsonrpc: "2.0", id, result: { stopReason } });
    },
    state: (id) =>
      of(id).reduce<TerminalState | undefined>(
        (state, event) => applyTerminalEvent(state, event),
        undefined,
      ),
    output(id) {
      let chunks: Uint8Array[] = [];
      for (const event of of(id)) {
        if (event.type === "output-replaced") chunks = [];
        if ("bytes" in event) chunks.push(event.bytes);
      }
      return Buffer.concat(chunks).toString("utf8");
    },
    kinds: (id) => of(id).map(({ type }) => type),
  };
}
