import type { CallView, ResultView, ViewText } from "@termwire/tools";
import type {
  FailureCause,
  OpenStatus,
  TerminalCall,
  TerminalEncoder,
} from "../../dialects/terminal-encoder.ts";

/** A call that is not a terminal. */
export type PlainView = Exclude<CallView, { card: "terminal" }>;

/** A call that is not a terminal, to announce. */
export interface PlainCall {
  readonly toolCallId: string;
  readonly view: PlainView;
  /** Absolute; relative paths of the view are meant from there. */
  readonly cwd: string;
}

/** How such a call ends. */
export interface PlainEnd {
  readonly toolCallId: string;
  readonly view: ResultView;
  readonly cwd: string;
  readonly failed: boolean;
  /** Why it never ran; null when it did. */
  readonly notRun: { readonly cause: FailureCause; readonly text: string } | null;
  /** What stays above the result. */
  readonly lead: readonly ViewText[];
}

/** Whose words they are. */
export type Speaker = "user" | "agent" | "thought";

/** How one session speaks in one version of the protocol and one dialect: makes updates, sends none. */
export interface Speech<Update> {
  /** A terminal can go on after its call has ended. */
  readonly keepsTerminals: boolean;
  /** Terminals are the client's; they are given back when their call ends. */
  readonly releasesCommands: boolean;
  /** The wire's name for the terminal of a call. */
  toTerminalId(toolCallId: string): string;
  createTerminalEncoder(call: TerminalCall): TerminalEncoder<Update>;
  announceCall(call: PlainCall, status: OpenStatus): Update;
  /** The call was allowed and begins. */
  startCall(toolCallId: string): Update;
  endCall(end: PlainEnd): Update;
  say(speaker: Speaker, text: string, messageId?: string): Update;
}
