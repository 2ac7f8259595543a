import type { UpdateFields } from "../../dialects/terminal-decoder.ts";
import { replaceIdText, readIdText } from "../lines/message-id.ts";
import { WireLine } from "../lines/wire-line.ts";

/** What one message becomes. */
export interface Bridged {
  /** In the agent's version. */
  readonly toAgent: readonly WireLine[];
  /** In the client's version, but for terminals and states, which are as the agent told them. */
  readonly toClient: readonly WireLine[];
}

/** Puts each side's messages into the other side's version of the protocol. Used in the order of the messages. */
export interface VersionBridge {
  /** Takes a message to the agent; an answer with the agent's own id. */
  fromClient(line: WireLine, message: UpdateFields): Bridged;
  fromAgent(line: WireLine, message: UpdateFields): Bridged;
}

/** Nothing for either side. */
export const NOTHING: Bridged = { toAgent: [], toClient: [] };

/** A message as a line; `idText` is its id as it was written. */
export function toWireLine(message: UpdateFields, idText: string | null = null): WireLine {
  const text = JSON.stringify(idText === null ? message : { ...message, id: 0 });
  return new WireLine(ENCODER.encode(idText === null ? text : replaceIdText(text, idText)));
}

/** The line of an update of one session. */
export function toUpdateLine(sessionId: string, update: UpdateFields): WireLine {
  return toWireLine({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update } });
}

/** The id of a message as it is written; null when it has none. */
export function idTextOf(line: WireLine): string | null {
  return readIdText(line.text);
}

const ENCODER = new TextEncoder();
