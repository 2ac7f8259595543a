import type { TerminalEvent } from "@termwire/terminal";

/** How a terminal was spoken on the wire. */
export type DisplayDialect = "v2" | "meta" | "client" | "text";

/** Something that happened to a terminal an agent shows. */
export interface DisplayEvent {
  readonly sessionId: string;
  /** The tool call that shows it; null until one does. The first event after that says so. */
  readonly toolCallId: string | null;
  readonly dialect: DisplayDialect;
  readonly event: TerminalEvent;
}
