import { createMetaEncoder } from "../../dialects/meta/encode.ts";
import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import type { TerminalCall, TerminalEncoder } from "../../dialects/terminal-encoder.ts";
import { createTextEncoder } from "../../dialects/text/encode.ts";
import type { ClientOffer } from "../initialize-rewrite.ts";

/** How terminals are told to one client. */
export interface SpeakTerminals {
  /** The client shows terminals, and learns of each by the announcement of its call. */
  readonly announcesTerminals: boolean;
  /** A terminal can end before its call, or after it. */
  readonly endsTerminals: boolean;
  /** Under which key the client takes output; null for one that takes text. */
  readonly outputKey: string | null;
  createEncoder(call: TerminalCall): TerminalEncoder<UpdateFields>;
  /** The client's name for the terminal of a call; null when it has none. */
  toTerminalId(toolCallId: string): string | null;
  /** The content of a call that shows `extras` beside its terminal; null where that is the encoder's own. */
  toContent(call: TerminalCall, extras: readonly UpdateFields[]): readonly UpdateFields[] | null;
}

/** Speaks the client's dialect of version 1. */
export function speakTerminals(dialect: ClientOffer["dialect"]): SpeakTerminals {
  const isMeta = dialect.kind === "meta";
  return {
    announcesTerminals: isMeta,
    endsTerminals: isMeta,
    outputKey: dialect.kind === "meta" ? dialect.outputKey : null,
    createEncoder: (call) =>
      dialect.kind === "meta"
        ? createMetaEncoder(call, dialect.outputKey)
        : createTextEncoder(call),
    toTerminalId: (toolCallId) => (isMeta ? toolCallId : null),
    toContent: ({ toolCallId }, extras) =>
      isMeta ? [{ type: "terminal", terminalId: toolCallId }, ...extras] : null,
  };
}
