import type { TerminalSize } from "@termwire/terminal";
import { EXTENSION_KEY } from "./dialects/meta/keys.ts";
import { toFields } from "./dialects/terminal-end.ts";

/**
 * What a client may ask its agent about one terminal, beyond what ACP has words for. Each answers `{}`; a terminal in
 * which no command runs is refused as invalid parameters (-32602) that name it.
 */
export const TERMINAL_METHODS = {
  /** Ends the command and all it started, not its turn: {@link TerminalRef}. ACP v2 has `terminal/cancel` for it. */
  cancel: "_termwire/terminal/cancel",
  /** Types into it: {@link TerminalInputParams}. Answered when the system has taken all of it. */
  input: "_termwire/terminal/input",
  /** Says how large it is drawn: {@link TerminalResizeParams}. */
  resize: "_termwire/terminal/resize",
} as const;

/** ACP v2's own request for {@link TERMINAL_METHODS}`.cancel`. */
export const V2_CANCEL_METHOD = "terminal/cancel";

/** Names a terminal as its agent does on the wire; the id of its tool call where terminals are shown as text. */
export interface TerminalRef {
  readonly sessionId: string;
  readonly terminalId: string;
}

/** What is typed. */
export interface TerminalInputParams extends TerminalRef {
  /** Bytes as base64, at most {@link INPUT_LIMIT_BYTES}: keys are not always text. */
  readonly data: string;
}

/** Character cells, 1 to 65535 either way. */
export interface TerminalResizeParams extends TerminalRef, TerminalSize {}

/** Of one request: more than a person pastes, and far under a peer's message limit. */
export const INPUT_LIMIT_BYTES: number = 1024 * 1024;

/** Which of {@link TERMINAL_METHODS} an agent serves; told in `_meta.termwire.terminal` of its capabilities. */
export interface TerminalOffer {
  readonly cancel: boolean;
  readonly input: boolean;
  readonly resize: boolean;
}

/** The offer as `_meta` of an agent's capabilities. */
export function toOfferMeta(offer: Partial<TerminalOffer>): Record<string, unknown> {
  return { [EXTENSION_KEY]: { terminal: offer } };
}

/** Reads the answer to `initialize`, of either version. Total: what is not offered clearly is not offered. */
export function parseTerminalOffer(introduction: unknown): TerminalOffer {
  const { agentCapabilities, capabilities } = toFields(introduction);
  const { _meta } = toFields(agentCapabilities ?? capabilities);
  const { cancel, input, resize } = toFields(toFields(toFields(_meta)[EXTENSION_KEY])["terminal"]);
  return {
    cancel: cancel === true || isV2(introduction),
    input: input === true,
    resize: resize === true,
  };
}

/** True for an answer to `initialize` that speaks version 2, whose terminals can be cancelled by its own method. */
export function isV2(introduction: unknown): boolean {
  const { protocolVersion } = toFields(introduction);
  return typeof protocolVersion === "number" && protocolVersion >= 2;
}
