import type { ShownTerminal } from "@termwire/acp/agent";
import {
  isEndingCause,
  type Completion,
  type RunningCommand,
  type TerminalSize,
} from "@termwire/terminal";
import {
  isLoggedOutput,
  parseLoggedOutput,
  renderLoggedOutput,
  type LoggedOutput,
} from "./logged-output.ts";

/** A terminal that has ended, as JSON. */
export interface LoggedTerminal {
  /** Absolute directory it ran in. */
  readonly cwd: string;
  readonly size: TerminalSize | null;
  readonly completion: Completion;
  /** What it printed until then. */
  readonly output: LoggedOutput;
}

/** Takes what a person saw of a command that has completed. */
export function renderLoggedTerminal(
  { spec, output }: RunningCommand,
  completion: Completion,
): LoggedTerminal {
  return { cwd: spec.cwd, size: spec.size, completion, output: renderLoggedOutput(output) };
}

/** Gives it back, to be shown again. */
export function parseLoggedTerminal(logged: LoggedTerminal): ShownTerminal {
  const { cwd, size, completion, output } = logged;
  return { cwd, size, completion, ...parseLoggedOutput(output) };
}

/** Gives back one that was started and whose end is not in the log: the process that ran it was gone before. */
export function createLostTerminal(cwd: string, size: TerminalSize | null): ShownTerminal {
  const ending = { kind: "lost", reason: "nobody saw its end", cause: "disconnected" } as const;
  const completion = { ending, durationMs: null, timeout: null, sandboxDenial: null };
  return { cwd, size, completion, bytes: new Uint8Array(), omittedBytes: 0 };
}

/** True for what {@link renderLoggedTerminal} made, also after it was stored and read again. */
export function isLoggedTerminal(value: unknown): value is LoggedTerminal {
  const { cwd, size, completion, output } = toFields(value);
  return (
    typeof cwd === "string" &&
    isSizeOrNull(size) &&
    isCompletion(completion) &&
    isLoggedOutput(output)
  );
}

/** True for the size of a terminal, and for null: it has none. */
export function isSizeOrNull(value: unknown): boolean {
  if (value === null) return true;
  const { cols, rows } = toFields(value);
  return Number.isSafeInteger(cols) && Number.isSafeInteger(rows);
}

function isCompletion(value: unknown): boolean {
  const { ending, durationMs, timeout, sandboxDenial } = toFields(value);
  return (
    isEnding(ending) &&
    typeof durationMs === "number" &&
    (timeout === null || timeout === "total" || timeout === "idle") &&
    (sandboxDenial === null || typeof sandboxDenial === "string")
  );
}

function isEnding(value: unknown): boolean {
  const { kind, cause, code, signal, reason } = toFields(value);
  if (!isEndingCause(cause)) return false;
  if (kind === "exited") return Number.isSafeInteger(code);
  if (kind === "signaled") return typeof signal === "string";
  return kind === "lost" && typeof reason === "string";
}

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
