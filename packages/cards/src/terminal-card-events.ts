import type { TerminalId, TerminalSize } from "@termwire/terminal";

/** The person asks to stop this command, and only it. `preventDefault()` says that it could not be asked for. */
export type TerminalStopEvent = CustomEvent<{ readonly id: TerminalId }>;

/** What the person typed or pasted, as the bytes a terminal sends. Nothing else ever comes as input. */
export type TerminalInputEvent = CustomEvent<{
  readonly id: TerminalId;
  readonly bytes: Uint8Array;
}>;

/** An interactive card has room for a grid of another size than its terminal has. */
export type TerminalResizeEvent = CustomEvent<{
  readonly id: TerminalId;
  readonly size: TerminalSize;
}>;

/** The person opened or closed the output. */
export type TerminalToggleEvent = CustomEvent<{
  readonly id: TerminalId;
  readonly collapsed: boolean;
}>;

/** The events of a card by name. They bubble and cross shadow roots. */
export interface TerminalCardEventMap {
  readonly "terminal-stop": TerminalStopEvent;
  readonly "terminal-input": TerminalInputEvent;
  readonly "terminal-resize": TerminalResizeEvent;
  readonly "terminal-toggle": TerminalToggleEvent;
}
