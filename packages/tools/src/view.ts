import type { EndingCause } from "@termwire/terminal";

/** What a tool call does, for the icon and the grouping of its card. */
export type ToolKind =
  | "read"
  | "edit"
  | "delete"
  | "move"
  | "search"
  | "execute"
  | "think"
  | "fetch"
  | "other";

/** Text on a card; with `fence` it is shown verbatim as a code block of that language. */
export interface ViewText {
  readonly text: string;
  readonly fence?: string;
}

/** A place in a file the call is about. A relative path is meant from the session's directory; `line` counts from 1. */
export interface ViewLocation {
  readonly path: string;
  readonly line?: number;
}

/** One file before and after; `oldText` null for a new file. */
export interface ViewDiff {
  readonly path: string;
  readonly oldText: string | null;
  readonly newText: string;
}

/** One step of what a model means to do. */
export interface ViewPlanStep {
  readonly text: string;
  readonly state: "pending" | "in_progress" | "completed";
  readonly priority: "high" | "medium" | "low";
}

/**
 * What a command only does, when it does nothing else: a client may show it as a card of that kind, with its output at
 * the end, instead of as a terminal.
 */
export type ViewLook =
  | { readonly kind: "read"; readonly locations: readonly ViewLocation[] }
  | { readonly kind: "search" };

/** A command line a call runs. A relative `cwd` is meant from the session's directory; absent is that directory. */
export interface ViewCommand {
  readonly line: string;
  readonly cwd?: string;
}

/** How a call should look when it starts. Says nothing of any protocol. */
export type CallView =
  | {
      readonly card: "generic";
      readonly title: string;
      readonly kind?: ToolKind;
      readonly rawInput?: Readonly<Record<string, unknown>>;
      readonly content?: readonly ViewText[];
      readonly locations?: readonly ViewLocation[];
      /** The command line this call runs though it looks otherwise: permission is a matter of it, not of the look. */
      readonly command?: ViewCommand;
    }
  | {
      readonly card: "terminal";
      /** The exact command. */
      readonly title: string;
      readonly description?: string;
      /** A relative one is meant from the session's directory; absent is that directory. */
      readonly cwd?: string;
      /** It is to run on after its call. */
      readonly background?: boolean;
      /** Display only: what runs is a command like any other, and asked about like one. */
      readonly looksLike?: ViewLook;
    }
  | {
      readonly card: "diff";
      readonly title: string;
      readonly diffs: readonly ViewDiff[];
      readonly locations?: readonly ViewLocation[];
    }
  /** The whole plan as it is from now on, in place of the one before. It is shown as that, and as no call. */
  | { readonly card: "plan"; readonly title: string; readonly steps: readonly ViewPlanStep[] };

/** How a call should look once it has its result. */
export type ResultView =
  | {
      readonly card: "generic";
      readonly title?: string;
      readonly content?: readonly ViewText[];
      /** What was found; in place of those of the call. */
      readonly locations?: readonly ViewLocation[];
    }
  | {
      readonly card: "terminal";
      readonly title?: string;
      /** What the command printed, as text, for a client that saw none of it live. */
      readonly output?: string;
      /** At most one of `exitCode` and `signal`; neither when it is not known. */
      readonly exitCode?: number;
      readonly signal?: string;
      readonly cause?: EndingCause;
      readonly durationMs?: number;
    }
  | { readonly card: "diff"; readonly title?: string; readonly diffs: readonly ViewDiff[] };

/** The command line a call runs, whatever its card looks like; null when it runs none. */
export function readViewCommand(view: CallView): ViewCommand | null {
  switch (view.card) {
    case "terminal":
      return { line: view.title, ...(view.cwd !== undefined && { cwd: view.cwd }) };
    case "generic":
      return view.command ?? null;
    case "diff":
    case "plan":
      return null;
  }
}

const RESULT_CARDS: readonly ResultView["card"][] = ["generic", "terminal", "diff"];
const CALL_CARDS: readonly CallView["card"][] = [...RESULT_CARDS, "plan"];

/** True when a presenter gave something that can be shown as a call. */
export function isCallView(value: unknown): value is CallView {
  return isCard(value, CALL_CARDS) && "title" in value && typeof value.title === "string";
}

/** True when a presenter gave something that can be shown as a result. */
export function isResultView(value: unknown): value is ResultView {
  return isCard(value, RESULT_CARDS);
}

function isCard(value: unknown, cards: readonly string[]): value is { readonly card: string } {
  if (typeof value !== "object" || value === null || !("card" in value)) return false;
  return typeof value.card === "string" && cards.includes(value.card);
}
