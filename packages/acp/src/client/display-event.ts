import type { TerminalEvent } from "@termwire/terminal";
import type { DisplayDialect } from "../dialects/terminal-decoder.ts";

export type { DisplayDialect } from "../dialects/terminal-decoder.ts";

/** Something that happened to a terminal an agent shows. */
export interface DisplayEvent {
  readonly sessionId: string;
  /** The tool call that shows it; null until one does. The first event after that says so. */
  readonly toolCallId: string | null;
  readonly dialect: DisplayDialect;
  readonly event: TerminalEvent;
}
