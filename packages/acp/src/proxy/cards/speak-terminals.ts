import { createMetaEncoder } from "../../dialects/meta/encode.ts";
import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import type { TerminalCall, TerminalEncoder } from "../../dialects/terminal-encoder.ts";
import { createTextEncoder } from "../../dialects/text/encode.ts";
import { createV2Encoder, toV2TerminalId } from "../../dialects/v2/encode.ts";
import type { ClientDialect } from "../initialize-rewrite.ts";

/** How terminals are told to one client. */
export interface SpeakTerminals {
  /** The version of the protocol. */
  readonly version: 1 | 2;
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

/** Speaks the client's dialect. */
export function speakTerminals(dialect: ClientDialect): SpeakTerminals {
  switch (dialect.kind) {
    case "v2":
      return SPEAK_V2;
    case "meta":
      return {
        version: 1,
        announcesTerminals: true,
        endsTerminals: true,
        outputKey: dialect.outputKey,
        createEncoder: (call) => createMetaEncoder(call, dialect.outputKey),
        toTerminalId: (toolCallId) => toolCallId,
        toContent: ({ toolCallId }, extras) => [
          { type: "terminal", terminalId: toolCallId },
          ...extras,
        ],
      };
    case "text":
      return SPEAK_TEXT;
  }
}

const SPEAK_V2: SpeakTerminals = {
  version: 2,
  announcesTerminals: true,
  endsTerminals: true,
  outputKey: null,
  createEncoder: (call) => createV2Encoder(call),
  toTerminalId: toV2TerminalId,
  toContent: ({ toolCallId }, extras) => [
    { type: "terminal", terminalId: toV2TerminalId(toolCallId) },
    ...extras,
  ],
};

const SPEAK_TEXT: SpeakTerminals = {
  version: 1,
  announcesTerminals: false,
  endsTerminals: false,
  outputKey: null,
  createEncoder: (call) => createTextEncoder(call),
  toTerminalId: () => null,
  toContent: () => null,
};
