import type { TerminalEvent } from "@termwire/terminal";

/** Where one terminal is drawn: takes in its events whether anybody looks or not. */
export interface SessionCard {
  /** What stands in the page. */
  readonly element: unknown;
  apply(event: TerminalEvent): void;
  describe(about: CardDescription): void;
  /** Takes a BCP 47 tag. */
  speak(language: string): void;
}

/** What belongs to a card and is no event of its terminal. */
export interface CardDescription {
  /** What the command is for; null when nobody said. */
  readonly description: string | null;
  /** What is typed reaches the command. */
  readonly isInteractive: boolean;
}
