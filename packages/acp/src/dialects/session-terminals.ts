import type { Ending, TerminalEvent, TerminalId, TerminalState } from "@termwire/terminal";
import type { DisplayDialect } from "./terminal-decoder.ts";

/** What is known of a command. */
export type TerminalFacts = Pick<TerminalState, "command" | "cwd" | "size">;

/** Everything about a terminal but its announcement and its facts. */
export type TerminalNews = Exclude<
  TerminalEvent,
  { readonly type: "terminal-started" | "terminal-changed" }
>;

/** Takes what is to be shown. */
export type ShowEvent = (shown: {
  readonly toolCallId: string | null;
  readonly dialect: DisplayDialect;
  readonly isInteractive: boolean;
  readonly event: TerminalEvent;
}) => void;

/**
 * The terminals of one session, whoever speaks them: announced once, ended once, tied to the tool call that shows
 * them. Decoders only say what they read; the rules that hold for every terminal are kept here.
 */
export interface SessionTerminals {
  /**
   * Announces a terminal; announced again, it only learns what is new. Without a directory of its own it works in the
   * session's, where commands run that say nothing else; a relative one is taken from there.
   */
  announce(dialect: DisplayDialect, id: TerminalId, facts: TerminalFacts): void;
  /** Says anew what is known; does nothing when nothing changed. */
  change(id: TerminalId, facts: Partial<TerminalFacts>): void;
  /** Passes on what happened. What comes before the announcement is kept for it, within a bound. */
  apply(news: TerminalNews): void;
  /** Says what was wrong with how the terminal is told. */
  note(id: TerminalId, note: string): void;
  /** The tool call shows the terminal, which may be announced later. */
  embed(toolCallId: string, id: TerminalId): void;
  /** What is typed into the terminal reaches its command, as its agent says. */
  setInteractive(id: TerminalId, isInteractive: boolean): void;
  /** A terminal that runs on when its turn ends. */
  setBackground(id: TerminalId, background: boolean): void;
  /** The state of an announced terminal. */
  read(id: TerminalId): TerminalState | undefined;
  /** How an announced terminal is spoken. */
  findDialect(id: TerminalId): DisplayDialect | undefined;
  /** An announced terminal that this tool call shows and is not itself as text. */
  findShownBy(toolCallId: string): TerminalId | undefined;
  /** The tool call that shows the terminal. */
  findCallOf(id: TerminalId): string | null;
  /** A person refused the call: what it shows and nobody knows the end of was denied. */
  refuse(toolCallId: string): void;
  /** A turn begins, which nobody has cancelled. */
  startTurn(): void;
  /** The turn is being cancelled: what ends badly from here on ends because of that. */
  startCancelling(): void;
  isCancelling(): boolean;
  /** Ends with `ending` what is open and not in the background. */
  endTurn(ending: Ending): void;
  /** Ends everything that is open. */
  endAll(ending: Ending): void;
}
