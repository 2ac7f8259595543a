import type { TerminalEvent } from "@termwire/terminal";
import type { DisplayDialect } from "../dialects/terminal-decoder.ts";

export type { DisplayDialect } from "../dialects/terminal-decoder.ts";

/** Something that happened to a terminal an agent shows. */
export interface DisplayEvent {
  readonly sessionId: string;
  /** The tool call that shows it; null until one does. The first event after that says so. */
  readonly toolCallId: string | null;
  readonly dialect: DisplayDialect;
  /** What is typed into the terminal reaches its command, as its agent says. A change comes with an event. */
  readonly isInteractive: boolean;
  readonly event: TerminalEvent;
}
