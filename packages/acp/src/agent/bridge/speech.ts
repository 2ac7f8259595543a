import type { CallView, ResultView, ViewPlanStep, ViewText } from "@termwire/tools";
import type {
  FailureCause,
  OpenStatus,
  TerminalCall,
  TerminalEncoder,
} from "../../dialects/terminal-encoder.ts";
import type { ContextUsage, PromptImage } from "../harness.ts";

/** A call that is shown as a call and is no terminal. */
export type PlainView = Exclude<CallView, { card: "terminal" | "plan" }>;

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
  readonly notRun: { readonly cause: FailureCause; readonly reason: string } | null;
  /** What stays above the result. */
  readonly lead: readonly ViewText[];
}

/** Whose words they are. */
export type Speaker = "user" | "agent" | "thought";

/** Something that is said. */
export interface Words {
  readonly speaker: Speaker;
  readonly text: string;
  /** Names a message of the person; absent for others, and where it has no name. */
  readonly messageId?: string;
  /** What the person showed with it. */
  readonly images?: readonly PromptImage[];
}

/** How one session speaks in one version of the protocol and one dialect: makes updates, sends none. */
export interface Speech<Update> {
  /** Terminals are the client's; they are given back when their call ends. */
  readonly releasesCommands: boolean;
  /** The wire's name for the terminal of a call. */
  toTerminalId(toolCallId: string): string;
  createTerminalEncoder(call: TerminalCall): TerminalEncoder<Update>;
  announceCall(call: PlainCall, status: OpenStatus): Update;
  /** The call was allowed and begins. */
  startCall(toolCallId: string): Update;
  endCall(end: PlainEnd): Update;
  say(words: Words): readonly Update[];
  /** The whole plan, in place of the one before. */
  tellPlan(steps: readonly ViewPlanStep[]): Update;
  tellUsage(usage: ContextUsage): Update;
}
