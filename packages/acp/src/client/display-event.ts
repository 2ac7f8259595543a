import type { TerminalEvent } from "@termwire/terminal";

/** How a terminal was spoken on the wire. */
export type DisplayDialect = "meta" | "text";

/** Something that happened to a terminal an agent shows. */
export interface DisplayEvent {
  readonly sessionId: string;
  readonly toolCallId: string;
  readonly dialect: DisplayDialect;
  readonly event: TerminalEvent;
}
