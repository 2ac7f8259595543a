import { toEnding, type EndingCause, type Exit } from "@termwire/terminal";
import type { BashResult } from "./bash-result.ts";

/** What the text of a result says, and can be read back from it. Of the limits only the one that ended it is said. */
export type ExitStatus = Pick<
  BashResult,
  "output" | "ending" | "timeout" | "timeoutMs" | "idleTimeoutMs" | "leftRunning"
>;

/**
 * The result as a model reads it: the output, then, each on a line of its own and in this order, what applies of
 * `[background processes are still running and end with the session]`, the cause (`[timed out after Nms]`,
 * `[timed out after Nms without output]`, `[stopped by the user]`, …), and the end: `[killed by signal: X]`, `[ending unknown: WHY]`, or `[exit code: N]`
 * when N is not 0 or nothing was printed.
 *
 * {@link parseExitStatus} reads back exactly what went in, whatever the output: one whose last lines could be taken
 * for markers is followed by `[end of output]`, and the exit code is then written even when it is 0.
 */
export function renderResult(status: ExitStatus): string {
  const { ending, output } = status;
  const isQuiet = ending.kind === "exited" && ending.code === 0 && output !== "";
  const notes = renderNotes(status);
  const text = joinLines(output, isQuiet ? notes : [...notes, renderExit(ending)]);
  if (takeMarkers(text).output === output) return text;
  return joinLines(output, [END_OF_OUTPUT, ...notes, renderExit(ending)]);
}

/**
 * Reads a text that {@link renderResult} made; total. Only whole lines at the very end count as markers, so that
 * nothing a command prints can pass for its ending. A text without markers is the output of an exit with 0.
 */
export function parseExitStatus(text: string): ExitStatus {
  const { output, exit, note, leftRunning } = takeMarkers(text);
  const { cause, ...limits } = note ?? createNote("exit");
  const ending = toEnding(exit ?? { kind: "exited", code: 0 }, cause);
  return { output, ending, ...limits, leftRunning };
}

const LEFT_RUNNING = "[background processes are still running and end with the session]";
const END_OF_OUTPUT = "[end of output]";
const TIMED_OUT = "[timed out]";
const TIMED_OUT_AFTER = /^\[timed out after (\d+)ms( without output)?\]$/;
const EXIT = /^\[exit code: (-?\d+)\]$/;
const SIGNAL = /^\[killed by signal: ([^\n]*)\]$/;
const LOST = /^\[ending unknown: ([^\n]*)\]$/;
const CAUSE_MARKERS: Readonly<Record<Exclude<EndingCause, "exit" | "timeout">, string>> = {
  stopped: "[stopped by the user]",
  cancelled: "[cancelled with its turn]",
  denied: "[denied]",
  "not-started": "[could not be started]",
  disconnected: "[connection lost]",
};

function renderNotes(status: ExitStatus): readonly string[] {
  const { ending, leftRunning } = status;
  const notes = leftRunning ? [LEFT_RUNNING] : [];
  switch (ending.cause) {
    case "exit":
      return notes;
    case "timeout":
      return [...notes, renderTimeout(status)];
    default:
      return [...notes, CAUSE_MARKERS[ending.cause]];
  }
}

function renderTimeout({ timeout, timeoutMs, idleTimeoutMs }: ExitStatus): string {
  if (timeout === "total" && timeoutMs !== null) return `[timed out after ${timeoutMs}ms]`;
  if (timeout === "idle" && idleTimeoutMs !== null) {
    return `[timed out after ${idleTimeoutMs}ms without output]`;
  }
  return TIMED_OUT;
}

function renderExit(exit: Exit): string {
  switch (exit.kind) {
    case "exited":
      return `[exit code: ${exit.code}]`;
    case "signaled":
      return `[killed by signal: ${escapeText(exit.signal)}]`;
    case "lost":
      return `[ending unknown: ${escapeText(exit.reason)}]`;
  }
}

interface CauseNote extends Pick<ExitStatus, "timeout" | "timeoutMs" | "idleTimeoutMs"> {
  readonly cause: EndingCause;
}

const createNote = (cause: EndingCause): CauseNote => ({
  cause,
  timeout: null,
  timeoutMs: null,
  idleTimeoutMs: null,
});

interface TakenMarkers {
  readonly output: string;
  readonly exit: Exit | null;
  readonly note: CauseNote | null;
  readonly leftRunning: boolean;
}

/** Takes the markers off from the end. The end of the output is marked only where the exit is, too. */
function takeMarkers(text: string): TakenMarkers {
  const lines = new LastLines(text);
  const exit = lines.take(parseExit);
  const note = lines.take(parseCause);
  const leftRunning = lines.take((line) => (line === LEFT_RUNNING ? true : null)) ?? false;
  if (exit !== null) lines.take((line) => (line === END_OF_OUTPUT ? true : null));
  return { output: lines.rest, exit, note, leftRunning };
}

/** A text whose lines are taken from the end. */
class LastLines {
  #rest: string | null;

  constructor(text: string) {
    this.#rest = text;
  }

  get rest(): string {
    return this.#rest ?? "";
  }

  /** What `parse` reads in the last line, which is taken off then. */
  take<Value>(parse: (line: string) => Value | null): Value | null {
    if (this.#rest === null) return null;
    const lineEnd = this.#rest.lastIndexOf("\n");
    const value = parse(this.#rest.slice(lineEnd + 1));
    if (value !== null) this.#rest = lineEnd === -1 ? null : this.#rest.slice(0, lineEnd);
    return value;
  }
}

function parseExit(line: string): Exit | null {
  const code = EXIT.exec(line)?.[1];
  if (code !== undefined) return { kind: "exited", code: Number(code) };
  const signal = unescapeText(SIGNAL.exec(line)?.[1]);
  if (signal !== null) return { kind: "signaled", signal };
  const reason = unescapeText(LOST.exec(line)?.[1]);
  return reason === null ? null : { kind: "lost", reason };
}

function parseCause(line: string): CauseNote | null {
  if (line === TIMED_OUT) return createNote("timeout");
  const [, ms, isIdle] = TIMED_OUT_AFTER.exec(line) ?? [];
  if (ms === undefined) return CAUSES.get(line) ?? null;
  return isIdle === undefined
    ? { ...createNote("timeout"), timeout: "total", timeoutMs: Number(ms) }
    : { ...createNote("timeout"), timeout: "idle", idleTimeoutMs: Number(ms) };
}

const CAUSES: ReadonlyMap<string, CauseNote> = new Map(
  Object.entries(CAUSE_MARKERS).map(([cause, marker]) => [
    marker,
    createNote(cause as EndingCause), // a key of the table above
  ]),
);

function joinLines(output: string, markers: readonly string[]): string {
  return (output === "" ? markers : [output, ...markers]).join("\n");
}

const CONTROL = /\p{Cc}/gu;

/** Keeps a text from outside on its one line, as in a JSON string. */
function escapeText(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  return escaped.replaceAll(
    CONTROL,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function unescapeText(escaped: string | undefined): string | null {
  if (escaped === undefined) return null;
  try {
    const text: unknown = JSON.parse(`"${escaped}"`);
    return typeof text === "string" ? text : null;
  } catch {
    return null;
  }
}
