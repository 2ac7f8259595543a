import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { TerminalError, type Exit } from "@termwire/terminal";

/** What the first process of a sandbox has told so far. */
export interface InitReport {
  /** Null before the command was started, or could not be. */
  readonly start: { readonly kind: "started" } | { readonly kind: "failed"; errno: number } | null;
  /** Null while the command runs, and when the first process was killed. */
  readonly exit: Exit | null;
  /** Whatever else was written: complaints of the sandbox itself. */
  readonly complaint: string;
}

/** A report in the making. */
export interface ReportFile {
  /** Where the sandbox opens it, from any process of this user. */
  readonly path: string;
  read(): InitReport;
  /** Twice is fine; afterwards reads give what was last there. */
  close(): void;
}

/** The longest report worth reading: three lines and a complaint. */
const MAX_REPORT_BYTES = 16 * 1024;

/** The first real-time signal; these have numbers for names. */
const FIRST_REALTIME_SIGNAL = 34;

/** Reads a report. The first word about each matter counts; lines of no known form are complaints. */
export function parseInitReport(text: string): InitReport {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const words = lines.map(parseLine);
  return {
    start: words.find((word) => word?.about === "start")?.start ?? null,
    exit: words.find((word) => word?.about === "exit")?.exit ?? null,
    complaint: lines.filter((_, index) => words[index] === null).join("\n"),
  };
}

type ReportLine =
  | { readonly about: "start"; readonly start: NonNullable<InitReport["start"]> }
  | { readonly about: "exit"; readonly exit: Exit };

function parseLine(line: string): ReportLine | null {
  if (line === "started") return { about: "start", start: { kind: "started" } };
  const [, word, digits] = /^(failed|exited|signaled) (\d{1,9})$/u.exec(line) ?? [];
  const number = Number(digits);
  switch (word) {
    case "failed":
      return { about: "start", start: { kind: "failed", errno: number } };
    case "exited":
      return { about: "exit", exit: { kind: "exited", code: number } };
    case "signaled":
      return { about: "exit", exit: { kind: "signaled", signal: toSignalName(number) } };
    default:
      return null;
  }
}

/** The name of a signal of this system; one without a name is counted from the first of its kind. */
export function toSignalName(number: number): string {
  const [name] = Object.entries(constants.signals).find(([, value]) => value === number) ?? [];
  if (name !== undefined) return name;
  const above = number - FIRST_REALTIME_SIGNAL;
  if (above < 0) return `SIG${number}`;
  return above === 0 ? "SIGRTMIN" : `SIGRTMIN+${above}`;
}

/**
 * How a command ended that bubblewrap ran. Without a word of the first process, that one was killed: bubblewrap then
 * exits with 128 and the signal.
 */
export function toSandboxedExit(outer: Exit, report: InitReport): Exit {
  if (report.exit !== null) return report.exit;
  if (outer.kind !== "exited") return outer;
  if (outer.code > 128) return { kind: "signaled", signal: toSignalName(outer.code - 128) };
  return { kind: "lost", reason: "the sandbox ended without telling how the command did" };
}

/**
 * Why there was no sandbox to run the command in; null when there was. `outer` is how it ended before the command was
 * started, null when it goes on. One that was ended meanwhile, as by a time limit, had nothing wrong with it.
 */
export function whyNotMade(outer: Exit | null, { start, complaint }: InitReport): string | null {
  if (start !== null) return null;
  if (outer === null) return "it did not come up in time";
  if (outer.kind !== "exited" || (outer.code > 128 && complaint === "")) return null;
  return complaint === "" ? `it ended with ${outer.code}` : complaint;
}

/**
 * Opens a report that has no name and so leaves nothing behind.
 *
 * @throws TerminalError `sandbox-unavailable` where no temporary file can be made.
 */
export function openReportFile(): ReportFile {
  const descriptor = openNameless();
  let last: InitReport | null = null;
  const read = (): InitReport => last ?? parseInitReport(readStart(descriptor));
  return {
    path: `/proc/${process.pid}/fd/${descriptor}`,
    read,
    close: () => {
      if (last !== null) return;
      last = read();
      closeSync(descriptor);
    },
  };
}

function readStart(descriptor: number): string {
  const bytes = Buffer.alloc(Math.min(fstatSync(descriptor).size, MAX_REPORT_BYTES));
  return bytes.toString("utf8", 0, readSync(descriptor, bytes, 0, bytes.length, 0));
}

function openNameless(): number {
  try {
    const directory = mkdtempSync(join(tmpdir(), "termwire-report-"));
    try {
      return openSync(join(directory, "report"), "wx+", 0o600);
    } finally {
      rmSync(directory, { recursive: true });
    }
  } catch (cause) {
    const message = `the sandbox needs a temporary file in ${tmpdir()} and cannot make one`;
    throw new TerminalError("sandbox-unavailable", message, { cause });
  }
}
