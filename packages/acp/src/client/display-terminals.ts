import { toEnding, type TerminalEvent } from "@termwire/terminal";
import type { UpdateFields } from "../dialects/terminal-decoder.ts";
import { toFields, toText } from "../dialects/terminal-end.ts";
import type { DisplayEvent } from "./display-event.ts";
import { DisplayPeer } from "./display-peer.ts";
import { createDisplaySession, type DisplaySession } from "./display-session.ts";
import { createPendingRequests } from "./pending-requests.ts";
import { readRefusedCall } from "./read-permission.ts";
import { trackSessions } from "./track-sessions.ts";

export { NO_ENDING_REPORTED } from "./display-session.ts";

/** Options of {@link displayTerminals}. */
export interface DisplayTerminalsOptions {
  /** Called synchronously, in order. A listener that throws is its owner's bug and reaches the caller. */
  readonly onEvent: (event: DisplayEvent) => void;
  /** Milliseconds since the epoch; for replays, the recording's time. */
  readonly nowMs?: () => number;
  /**
   * Where terminals that the client runs itself (`terminal/*` of v1) are read: from the traffic, or from the host
   * that runs them and feeds their events. Default `traffic`.
   */
  readonly ownTerminals?: "traffic" | "host";
  /**
   * Whether a call that reads or searches by running a command is shown as that command. Default true; false for who
   * passes such calls on as they are.
   */
  readonly readsLooks?: boolean;
}

/** Decodes every terminal that an agent shows on one connection, whatever its dialect. */
export interface DisplayTerminals {
  /** Takes one JSON-RPC message from the agent. Never throws on a peer's mistake. */
  receive(message: unknown): void;
  /** Takes one JSON-RPC message to the agent: it tells which turn an answer ends, and what a terminal printed. */
  send(message: unknown): void;
  /**
   * Takes an event of a terminal this client runs itself, with `ownTerminals: "host"`: its start before the agent
   * learns its id. It is passed on with the tool call that shows it.
   */
  feed(sessionId: string, event: TerminalEvent): void;
  /**
   * Knows of so many bytes of output by `_meta` that are shown without having been received: they count when the
   * agent says all of it in the end.
   */
  skip(sessionId: string, terminalId: string, length: number): void;
  /** The connection is gone: ends what is still open, for this reason. */
  close(reason?: string): void;
}

/** Creates the decoder of one connection. */
export function displayTerminals(options: DisplayTerminalsOptions): DisplayTerminals {
  return new ConnectionDecoder(options);
}

const PERMISSION = "session/request_permission";

class ConnectionDecoder implements DisplayTerminals {
  readonly #options: DisplayTerminalsOptions;
  readonly #readsTraffic: boolean;
  readonly #sessions = new Map<string, DisplaySession>();
  /** Session of each prompt that was sent and not answered. */
  readonly #prompts = createPendingRequests<string>();
  /** Requests of the agent whose answers tell of terminals. */
  readonly #requests = createPendingRequests<{ method: string; params: UpdateFields }>();
  readonly #peer: DisplayPeer;
  readonly #directories = new Map<string, string>();
  readonly #tracker = trackSessions({
    onOpen: (sessionId, cwd) => void this.#directories.set(sessionId, cwd),
    // What comes late of a closed session was still there.
    onClose: () => undefined,
  });

  constructor(options: DisplayTerminalsOptions) {
    this.#options = options;
    this.#peer = new DisplayPeer(options.readsLooks);
    this.#readsTraffic = options.ownTerminals !== "host";
  }

  receive(message: unknown): void {
    this.#tracker.receive(message);
    const { method, params, id, result, error } = toFields(message);
    const fields = toFields(params);
    if (method === "session/update") this.#session(fields).update(toFields(fields["update"]));
    else if (typeof method === "string") this.#asked(id, method, fields);
    else this.#answered(id, error === undefined ? toFields(result) : null);
  }

  send(message: unknown): void {
    this.#tracker.send(message);
    const { method, params, id, result } = toFields(message);
    const fields = toFields(params);
    if (method === undefined) this.#answer(id, result);
    else if (method === "session/prompt") this.#prompted(id, fields);
    else if (method === "session/cancel") this.#session(fields).cancel();
    else if (method === "initialize") this.#peer.readOffer(fields);
  }

  feed(sessionId: string, event: TerminalEvent): void {
    this.#peer.noteClientTerminal();
    this.#session({ sessionId }).client.feed(event);
  }

  skip(sessionId: string, terminalId: string, length: number): void {
    if (length > 0) this.#session({ sessionId }).skip(terminalId, length);
  }

  close(reason: string = "the agent is gone"): void {
    const ending = toEnding({ kind: "lost", reason }, "disconnected");
    for (const session of this.#sessions.values()) session.close(ending);
  }

  #prompted(id: unknown, params: UpdateFields): void {
    this.#prompts.add(id, toSessionId(params));
    this.#session(params).startTurn();
  }

  #asked(id: unknown, method: string, params: UpdateFields): void {
    const asks = method === PERMISSION;
    if (method === "terminal/create") this.#peer.noteClientTerminal();
    const isOwn = method.startsWith("terminal/");
    const isTold = isOwn && this.#session(params).client.request(method, params);
    if (asks || (isTold && this.#readsTraffic)) {
      this.#requests.add(id, { method, params });
    }
  }

  #answer(id: unknown, result: unknown): void {
    const request = this.#requests.take(id);
    if (request === undefined) return;
    const { method, params } = request;
    const session = this.#session(params);
    if (method === PERMISSION) session.refuse(readRefusedCall({ params, result }));
    else session.client.answer(method, params, result);
  }

  /** Null for an error. */
  #answered(id: unknown, result: UpdateFields | null): void {
    if (result !== null) this.#peer.readIntroduction(result);
    const sessionId = this.#prompts.take(id);
    const stopReason = result?.["stopReason"];
    // In v2 the answer only accepts the prompt or refuses it; the turn ends with a state.
    const endsTurn = !this.#peer.speaksV2 && (result === null || stopReason !== undefined);
    if (sessionId !== undefined && endsTurn) this.#session({ sessionId }).endTurn(stopReason);
  }

  #session(params: UpdateFields): DisplaySession {
    const sessionId = toSessionId(params);
    const known = this.#sessions.get(sessionId);
    if (known !== undefined) return known;
    const made = createDisplaySession({
      onEvent: (shown) => {
        if (shown.dialect === "text" && "bytes" in shown.event) this.#peer.noteText();
        this.#options.onEvent({ sessionId, ...shown });
      },
      nowMs: this.#options.nowMs ?? Date.now,
      cwd: () => toText(this.#directories.get(sessionId)),
      peer: () => this.#peer,
    });
    this.#sessions.set(sessionId, made);
    return made;
  }
}

function toSessionId(params: UpdateFields): string {
  return toText(params["sessionId"]) ?? "";
}
