import type { ToolOutcome } from "@termwire/tools";
import type { FailureCause } from "../../dialects/terminal-encoder.ts";
import { toFields, toText } from "../../dialects/terminal-end.ts";

/** What the log keeps of a call that was not run: plain data, known again on replay. */
export interface NotRun {
  readonly cause: Extract<FailureCause, "denied" | "cancelled" | "not-started">;
  readonly reason: string;
}

const CAUSES: ReadonlySet<unknown> = new Set<NotRun["cause"]>([
  "denied",
  "cancelled",
  "not-started",
]);

/** The outcome of a call that was not run: the reason for the model and on the card. */
export function toNotRunOutcome(notRun: NotRun): ToolOutcome {
  const text = `Not run: ${notRun.reason}`;
  return {
    result: { notRun },
    text,
    view: { card: "generic", content: [{ text }] },
    failed: true,
  };
}

/** Reads what {@link toNotRunOutcome} left in a log; null for any other result. */
export function readNotRun(result: unknown): NotRun | null {
  const { cause, reason } = toFields(toFields(result)["notRun"]);
  const text = toText(reason);
  if (text === null || !isNotRunCause(cause)) return null;
  return { cause, reason: text };
}

function isNotRunCause(value: unknown): value is NotRun["cause"] {
  return CAUSES.has(value);
}
