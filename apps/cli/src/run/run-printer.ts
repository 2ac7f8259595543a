import type { DisplayEvent } from "@termwire/acp/client";

/** Where the events of a run are shown. Methods are called in the order things happened. */
export interface RunPrinter {
  terminal(event: DisplayEvent): void;
  /** A piece of what the agent says. */
  message(text: string): void;
  turn(stopReason: string): void;
  /** Prints what was held back. */
  close(): void;
}

/** Takes text for stdout. */
export type Print = (text: string) => void;
