import { toEnding, type EndingCause, type Exit } from "@termwire/terminal";
import type { BackgroundBash, BackgroundOrigin, CompletedBash } from "./bash-result.ts";
import { LastLines } from "./last-lines.ts";
import { escapeText, unescapeText } from "./marker-text.ts";

/** What the text of a result says, and can be read back from it. */
export type ExitStatus = CompletedStatus | BackgroundStatus;

/** Of the limits only the one that ended it is said. */
type CompletedStatus = Pick<
  CompletedBash,
  | "kind"
  | "output"
  | "ending"
  | "timeout"
  | "timeoutMs"
  | "idleTimeoutMs"
  | "sandboxDenial"
  | "leftRunning"
  | "job"
>;

type BackgroundStatus = Pick<BackgroundBash, "kind" | "output" | "job" | "origin">;

/**
 * The result as a model reads it: the output, then, each on a line of its own and in this order, what applies of
 * `[sandbox denied: LINE]`, `[background processes are still running as JOB]` (`and end with the session` without
 * jobs), the cause (`[timed out after Nms]`, `[timed out after Nms without output]`, `[stopped by the user]`, …), and
 * the end: `[killed by signal: X]`, `[ending unknown: WHY]`, or `[exit code: N]` when N is not 0 or nothing was
 * printed. A command that runs on has one marker instead: `[running in the background as JOB]`, or how it got there.
 *
 * {@link parseExitStatus} reads back exactly what went in, whatever the output: one whose last lines could be taken
 * for markers is followed by `[end of output]`, and the exit code is then written even when it is 0.
 */
export function renderResult(status: ExitStatus): string {
  const { output } = status;
  const text = joinLines(output, renderMarkers(status, output !== ""));
  if (takeMarkers(text).output === output) return text;
  return joinLines(output, [END_OF_OUTPUT, ...renderMarkers(status, false)]);
}

/**
 * Reads a text that {@link renderResult} made; total. Only whole lines at the very end count as markers, so that
 * nothing a command prints can pass for its ending. A text without markers is the output of an exit with 0.
 */
export function parseExitStatus(text: string): ExitStatus {
  const { output, end, note, left, sandboxDenial } = takeMarkers(text);
  if (end?.kind === "background") return { ...end, output };
  const { cause, ...limits } = note ?? createNote("exit");
  const ending = toEnding(end ?? { kind: "exited", code: 0 }, cause);
  const { leftRunning, job } = left ?? { leftRunning: false, job: null };
  return { kind: "completed", output, ending, ...limits, sandboxDenial, leftRunning, job };
}

const LEFT_RUNNING = "[background processes are still running and end with the session]";
const LEFT_AS_JOB = /^\[background processes are still running as ([^\n]*)\]$/;
const DENIAL = /^\[sandbox denied: ([^\n]*)\]$/;
const IN_BACKGROUND =
  /^\[(running|moved|waiting for input) (?:in|to) the background as ([^\n]*)\]$/;
const BACKGROUND_MARKERS: Readonly<Record<BackgroundOrigin, string>> = {
  started: "running in",
  moved: "moved to",
  "waiting-for-input": "waiting for input in",
};
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

function renderMarkers(status: ExitStatus, mayBeQuiet: boolean): readonly string[] {
  if (status.kind === "background") {
    const where = `${BACKGROUND_MARKERS[status.origin]} the background`;
    return [`[${where} as ${escapeText(status.job)}]`];
  }
  const { ending } = status;
  const isQuiet = mayBeQuiet && ending.kind === "exited" && ending.code === 0;
  const notes = [...renderDenial(status), ...renderLeft(status), ...renderCause(status)];
  return isQuiet ? notes : [...notes, renderExit(ending)];
}

function renderDenial({ sandboxDenial }: CompletedStatus): readonly string[] {
  return sandboxDenial === null ? [] : [`[sandbox denied: ${escapeText(sandboxDenial)}]`];
}

function renderLeft({ leftRunning, job }: CompletedStatus): readonly string[] {
  if (!leftRunning) return [];
  if (job === null) return [LEFT_RUNNING];
  return [`[background processes are still running as ${escapeText(job)}]`];
}

function renderCause(status: CompletedStatus): readonly string[] {
  const { cause } = status.ending;
  if (cause === "exit") return [];
  return [cause === "timeout" ? renderTimeout(status) : CAUSE_MARKERS[cause]];
}

function renderTimeout({ timeout, timeoutMs, idleTimeoutMs }: CompletedStatus): string {
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

interface CauseNote extends Pick<CompletedStatus, "timeout" | "timeoutMs" | "idleTimeoutMs"> {
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
  readonly end: Exit | Omit<BackgroundStatus, "output"> | null;
  readonly note: CauseNote | null;
  readonly left: Pick<CompletedStatus, "leftRunning" | "job"> | null;
  readonly sandboxDenial: string | null;
}

/** Takes the markers off from the end. The end of the output is marked only where the end of the command is, too. */
function takeMarkers(text: string): TakenMarkers {
  const lines = new LastLines(text);
  const end = lines.take(parseBackground) ?? lines.take(parseExit);
  const isCompleted = end?.kind !== "background";
  const note = isCompleted ? lines.take(parseCause) : null;
  const left = isCompleted ? lines.take(parseLeft) : null;
  const sandboxDenial = isCompleted ? lines.take(parseDenial) : null;
  if (end !== null) lines.take((line) => (line === END_OF_OUTPUT ? true : null));
  return { output: lines.rest, end, note, left, sandboxDenial };
}

function parseBackground(line: string): Omit<BackgroundStatus, "output"> | null {
  const [, how, escaped] = IN_BACKGROUND.exec(line) ?? [];
  const job = unescapeText(escaped);
  const origin = BACKGROUND_ORIGINS.find((known) =>
    BACKGROUND_MARKERS[known].startsWith(`${how} `),
  );
  return job === null || origin === undefined ? null : { kind: "background", job, origin };
}

const BACKGROUND_ORIGINS: readonly BackgroundOrigin[] = ["started", "moved", "waiting-for-input"];

function parseLeft(line: string): TakenMarkers["left"] {
  if (line === LEFT_RUNNING) return { leftRunning: true, job: null };
  const job = unescapeText(LEFT_AS_JOB.exec(line)?.[1]);
  return job === null ? null : { leftRunning: true, job };
}

function parseDenial(line: string): string | null {
  return unescapeText(DENIAL.exec(line)?.[1]);
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
