import { toEnding, type Ending, type EndingCause } from "@termwire/terminal";

/** How and why it ended as flat facts, the shape every dialect carries. Neither code nor signal: not known. */
export interface TerminalExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly cause: EndingCause;
}

/** All that is told of an end. */
export interface TerminalEnd extends TerminalExit {
  readonly durationMs: number | null;
  /** What a sandbox kept the command from, in its own words; null when nothing shows. */
  readonly sandboxDenial: string | null;
}

/** What an ending says when a peer reported none of code and signal. */
export const UNKNOWN_STATUS = "exit status unknown";

/**
 * The ending these facts describe. A signal wins over a code: shells report both for one death. `reason` says why
 * neither is known.
 */
export function toTerminalEnding(end: TerminalExit, reason: string | null = null): Ending {
  if (end.signal !== null) return toEnding({ kind: "signaled", signal: end.signal }, end.cause);
  if (end.exitCode !== null) return toEnding({ kind: "exited", code: end.exitCode }, end.cause);
  return toEnding({ kind: "lost", reason: reason ?? UNKNOWN_STATUS }, end.cause);
}

/** Facts about a finished call that travel in `rawOutput`, where a client needs no capability to receive them. */
export interface RawOutputFacts extends TerminalEnd {
  /** Every byte the command printed. */
  readonly outputBytes: number | null;
  /** Bytes at the start that the content leaves out. */
  readonly omittedBytes: number;
  /** How many U+FFFD stand for bytes that were not UTF-8. */
  readonly replacedCharacters: number;
  /** The output does not end in a line end; a fence adds one. */
  readonly endsWithoutNewline: boolean;
}

/** `facts` as JSON, leaving out what says nothing. */
export function toRawOutput(facts: RawOutputFacts): Record<string, unknown> {
  return {
    exitCode: facts.exitCode,
    signal: facts.signal,
    cause: facts.cause,
    ...(facts.durationMs !== null && { durationMs: facts.durationMs }),
    ...(facts.sandboxDenial !== null && { sandboxDenial: facts.sandboxDenial }),
    ...(facts.outputBytes !== null && { outputBytes: facts.outputBytes }),
    ...toOutputFacts(facts),
  };
}

/** The facts that matter while a command runs, too. */
export function toOutputFacts(
  facts: Pick<RawOutputFacts, "omittedBytes" | "replacedCharacters" | "endsWithoutNewline">,
): Record<string, unknown> {
  return {
    ...(facts.omittedBytes > 0 && { omittedBytes: facts.omittedBytes }),
    ...(facts.replacedCharacters > 0 && { replacedCharacters: facts.replacedCharacters }),
    ...(facts.endsWithoutNewline && { endsWithoutNewline: true }),
  };
}

/** True for the status of a tool call that is over. */
export function isFinalStatus(status: unknown): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

/** An object's members; none for anything else a peer may send. */
export function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>) // any object is a record of unknowns
    : {};
}

/** `value` if it is a string that says something. */
export function toText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** `value` if it is a whole number. */
export function toInteger(value: unknown): number | null {
  return Number.isSafeInteger(value) ? Number(value) : null;
}

/** `value` if it is a number that can count something. */
export function toCount(value: unknown): number | null {
  return typeof value === "number" && value >= 0 && Number.isFinite(value) ? value : null;
}
