import { toEnding, type Ending } from "@termwire/terminal";
import { createBackgroundDecoder } from "../dialects/background/decode.ts";
import { createClientDecoder, type ClientDecoder } from "../dialects/client/decode.ts";
import { createSessionTerminals } from "../dialects/create-session-terminals.ts";
import { createMetaDecoder, type MetaTerminalDecoder } from "../dialects/meta/decode.ts";
import type { SessionTerminals, ShowEvent } from "../dialects/session-terminals.ts";
import {
  parseTerminalId,
  type TerminalDecoder,
  type UpdateFields,
} from "../dialects/terminal-decoder.ts";
import { toFields, toText } from "../dialects/terminal-end.ts";
import { createTextDecoder, type TextPeer } from "../dialects/text/decode.ts";
import { createV2Decoder } from "../dialects/v2/decode.ts";

/** Why a terminal that its turn left open has no better ending. */
export const NO_ENDING_REPORTED = "no ending reported";

/** What one session needs of its connection. */
export interface DisplaySessionOptions {
  readonly onEvent: ShowEvent;
  readonly nowMs: () => number;
  /** Where the session works; null when nobody said. */
  readonly cwd: () => string | null;
  readonly peer: () => TextPeer;
}

/** One session's terminals in every dialect. */
export interface DisplaySession {
  readonly client: ClientDecoder;
  update(fields: UpdateFields): void;
  /** So many bytes of output by `_meta` were shown without being decoded. */
  skip(terminalId: string, length: number): void;
  startTurn(): void;
  cancel(): void;
  /** A person refused this call; null does nothing. */
  refuse(toolCallId: string | null): void;
  endTurn(stopReason: unknown): void;
  close(ending: Ending): void;
}

/** Creates the decoders of one session. */
export function createDisplaySession(options: DisplaySessionOptions): DisplaySession {
  const terminals = createSessionTerminals(options.onEvent, options.nowMs, options.cwd);
  return new EveryDialect(terminals, options.peer);
}

class EveryDialect implements DisplaySession {
  readonly #terminals: SessionTerminals;
  readonly client: ClientDecoder;
  readonly #meta: MetaTerminalDecoder;
  readonly #decoders: readonly TerminalDecoder[];

  constructor(terminals: SessionTerminals, peer: () => TextPeer) {
    this.#terminals = terminals;
    this.client = createClientDecoder(terminals, () => peer().agentName);
    this.#meta = createMetaDecoder(terminals);
    // Text comes last: it is what a call shows that shows nothing better.
    this.#decoders = [
      createV2Decoder(terminals),
      this.#meta,
      this.client,
      createBackgroundDecoder(terminals),
      createTextDecoder(terminals, peer),
    ];
  }

  update(fields: UpdateFields): void {
    this.#embed(fields);
    for (const decoder of this.#decoders) decoder.update(fields);
    if (fields["sessionUpdate"] === "state_update" && fields["state"] === "idle") {
      this.endTurn(fields["stopReason"]);
    }
  }

  skip(terminalId: string, length: number): void {
    const id = parseTerminalId(terminalId);
    if (id !== null) this.#meta.skip(id, length);
  }

  startTurn(): void {
    this.#terminals.startTurn();
  }

  cancel(): void {
    this.#terminals.startCancelling();
  }

  refuse(toolCallId: string | null): void {
    if (toolCallId !== null) this.#terminals.refuse(toolCallId);
  }

  endTurn(stopReason: unknown): void {
    for (const decoder of this.#decoders) decoder.endTurn();
    const cause = stopReason === "cancelled" ? "cancelled" : "exit";
    this.#terminals.endTurn(toEnding({ kind: "lost", reason: NO_ENDING_REPORTED }, cause));
  }

  close(ending: Ending): void {
    for (const decoder of this.#decoders) decoder.endTurn();
    this.#terminals.endAll(ending);
  }

  #embed(fields: UpdateFields): void {
    const toolCallId = toText(fields["toolCallId"]);
    const { content } = fields;
    if (toolCallId === null || !Array.isArray(content)) return;
    for (const block of content.map(toFields)) {
      const id = block["type"] === "terminal" ? parseTerminalId(block["terminalId"]) : null;
      if (id !== null) this.#terminals.embed(toolCallId, id);
    }
  }
}
