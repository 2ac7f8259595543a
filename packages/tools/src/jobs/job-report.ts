import { toVisibleText, type HeadTailLimits, type SpilledOutput } from "@termwire/terminal";
import { renderModelOutput } from "../bash/model-output.ts";
import type { ResultView } from "../view.ts";
import type { Jobs } from "./create-jobs.ts";
import { describeJobState, readJobFacts, type JobFacts } from "./job-facts.ts";
import type { Job } from "./job.ts";

/** What a tool says of a job: how it is, and what it has printed since the last report. Plain data. */
export interface JobReport {
  readonly job: JobFacts;
  /** As plain text, both ends of a long one with `[… N bytes omitted; full output: PATH]` between. */
  readonly output: string;
  /** Bytes printed since the last report. */
  readonly newBytes: number;
  /** The N of `output`; 0 when all of it is there. */
  readonly omittedBytes: number;
  /** The file that has all the job printed, while something is omitted; null when there is none. */
  readonly spill: SpilledOutput | null;
  /** What the tool itself has to say, on one line; null for nothing. */
  readonly note: string | null;
}

/**
 * Takes what is new of a job's output and says how it is. The output of two reports, made at once or not, never
 * overlaps; a job that is reported to have ended is not told of again.
 */
export async function readJobReport(
  job: Job,
  { jobs, limits, note = null }: ReportOptions,
): Promise<JobReport> {
  const facts = readJobFacts(job);
  if (facts.state !== "running") jobs.dropNotices(job);
  const kept = job.unread.take(limits, facts.state === "ended");
  const saveAll = (): SpilledOutput | null => job.command.spill?.save() ?? null;
  const { text, omittedBytes, spill } = await renderModelOutput(kept, limits, saveAll);
  const newBytes = kept.totalBytes;
  return {
    job: { ...facts, unreadBytes: Math.max(0, facts.unreadBytes - newBytes) },
    output: text,
    newBytes,
    omittedBytes,
    spill,
    note,
  };
}

interface ReportOptions {
  readonly jobs: Jobs;
  readonly limits: HeadTailLimits;
  readonly note?: string | null;
}

/** As a model reads it: which job it is, what is new of its output, how it is. */
export function renderJobReport({ job, output, newBytes, note }: JobReport): string {
  return [
    `${job.id}: ${toVisibleText(job.command)}`,
    newBytes === 0 ? "[no new output]" : output,
    ...(note === null ? [] : [`[${note}]`]),
    `[${describeJobState(job)}]`,
  ].join("\n");
}

/** The real output, which job it is from and how that is. Pure. */
export function presentJobReport({ job, output, newBytes, note }: JobReport): ResultView {
  const state = describeJobState(job);
  return {
    card: "generic",
    title: `${job.id}: ${toVisibleText(job.command)}`,
    content: [
      ...(newBytes === 0 ? [] : [{ text: output, fence: "console" }]),
      { text: [newBytes === 0 ? "no new output" : null, note, state].filter(isText).join("; ") },
    ],
  };
}

function isText(part: string | null): part is string {
  return part !== null;
}
