import { toEnding, type Ending } from "@termwire/terminal";
import { createMetaDecoder } from "../dialects/meta/decode.ts";
import type { TerminalDecoder, UpdateFields } from "../dialects/terminal-decoder.ts";
import { toFields, toText } from "../dialects/terminal-end.ts";
import { createTextDecoder } from "../dialects/text/decode.ts";
import type { DisplayDialect, DisplayEvent } from "./display-event.ts";

/** Why a terminal that its turn left open has no better ending. */
export const NO_ENDING_REPORTED = "no ending reported";

/** Options of {@link displayTerminals}. */
export interface DisplayTerminalsOptions {
  /** Called synchronously, in order. A listener that throws is its owner's bug and reaches the caller. */
  readonly onEvent: (event: DisplayEvent) => void;
  /** Milliseconds since the epoch; for replays, the recording's time. */
  readonly nowMs?: () => number;
}

/** Decodes every terminal that an agent shows on one connection, whatever its dialect. */
export interface DisplayTerminals {
  /** Takes one JSON-RPC message from the agent. Never throws on a peer's mistake. */
  receive(message: unknown): void;
  /** Takes one JSON-RPC message to the agent: it tells which turn an answer ends. */
  send(message: unknown): void;
  /** The connection is gone: ends what is still open. */
  close(): void;
}

/** Creates the decoder of one connection. */
export function displayTerminals(options: DisplayTerminalsOptions): DisplayTerminals {
  return new ConnectionDecoder(options.onEvent, options.nowMs ?? Date.now);
}

class ConnectionDecoder implements DisplayTerminals {
  readonly #onEvent: (event: DisplayEvent) => void;
  readonly #nowMs: () => number;
  readonly #sessions = new Map<string, readonly TerminalDecoder[]>();
  /** Session of each prompt that was sent and not answered, by request id. */
  readonly #prompts = new Map<unknown, string>();

  constructor(onEvent: (event: DisplayEvent) => void, nowMs: () => number) {
    this.#onEvent = onEvent;
    this.#nowMs = nowMs;
  }

  receive(message: unknown): void {
    const { method, params, id, result } = toFields(message);
    if (method === "session/update") {
      const { sessionId, update } = toFields(params);
      this.#update(toText(sessionId) ?? "", toFields(update));
    } else if (method === undefined) {
      this.#endTurn(id, toFields(result));
    }
  }

  send(message: unknown): void {
    const { method, params, id } = toFields(message);
    if (method !== "session/prompt") return;
    this.#prompts.set(id, toText(toFields(params)["sessionId"]) ?? "");
  }

  close(): void {
    const ending = toEnding({ kind: "lost", reason: "the agent is gone" }, "disconnected");
    for (const sessionId of this.#sessions.keys()) this.#closeOpen(sessionId, ending);
    this.#prompts.clear();
  }

  #update(sessionId: string, fields: UpdateFields): void {
    const decoders = this.#decoders(sessionId);
    if (fields["sessionUpdate"] === "tool_call") {
      decoders.some((decoder) => decoder.startCall(fields));
    } else if (fields["sessionUpdate"] === "tool_call_update") {
      for (const decoder of decoders) decoder.updateCall(fields);
    }
  }

  #endTurn(requestId: unknown, result: UpdateFields): void {
    const sessionId = this.#prompts.get(requestId);
    if (sessionId === undefined) return;
    this.#prompts.delete(requestId);
    const cause = result["stopReason"] === "cancelled" ? "cancelled" : "exit";
    this.#closeOpen(sessionId, toEnding({ kind: "lost", reason: NO_ENDING_REPORTED }, cause));
  }

  #closeOpen(sessionId: string, ending: Ending): void {
    for (const decoder of this.#sessions.get(sessionId) ?? []) decoder.closeOpen(ending);
  }

  /** In order of precedence: a call with terminal info is never also read as text. */
  #decoders(sessionId: string): readonly TerminalDecoder[] {
    const known = this.#sessions.get(sessionId);
    if (known !== undefined) return known;
    const made = [
      createMetaDecoder(this.#emitter(sessionId, "meta"), this.#nowMs),
      createTextDecoder(this.#emitter(sessionId, "text"), this.#nowMs),
    ];
    this.#sessions.set(sessionId, made);
    return made;
  }

  #emitter(sessionId: string, dialect: DisplayDialect) {
    return (toolCallId: string, event: DisplayEvent["event"]): void =>
      this.#onEvent({ sessionId, toolCallId, dialect, event });
  }
}
