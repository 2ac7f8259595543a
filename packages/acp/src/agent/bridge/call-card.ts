import type { RunningCommand, TerminalSize } from "@termwire/terminal";
import type { ToolOutcome } from "@termwire/tools";
import type { FailureCause, OpenStatus } from "../../dialects/terminal-encoder.ts";
import type { Speech } from "./speech.ts";

/** A finished call, and why it never ran when it did not. */
export interface CallResult {
  readonly outcome: ToolOutcome;
  /** `not-started` for a call whose own result says no better. */
  readonly cause: FailureCause;
}

/** How one call is shown, from announcement to end. Used in that order; nothing of it rejects. */
export interface CallCard {
  announce(status: OpenStatus): Promise<void>;
  /** What was pending may run, and is told so by others. */
  started(): void;
  follow(command: RunningCommand): void;
  /** Shows all of it again, to a client that begins anew, and goes on. */
  showAgain(): Promise<void>;
  /** Its command was given another size. */
  resized(size: TerminalSize): void;
  /**
   * Ends the call once everything its command printed was sent. Resolves with the end of a terminal that goes on
   * after its call, or null.
   */
  finish(result: CallResult): Promise<{ readonly ended: Promise<void> } | null>;
}

/** What a card needs of its session. */
export interface CardContext<Update> {
  readonly speech: Speech<Update>;
  /** The session's absolute directory. */
  readonly cwd: string;
  /** Resolves when the transport took the update, or is gone. */
  readonly send: (update: Update) => Promise<void>;
}
