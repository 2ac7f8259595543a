import { toVisibleText } from "@termwire/terminal";
import { defineTool } from "../define-tool.ts";
import { delay } from "../delay.ts";
import type { Tool } from "../tool-definition.ts";
import { ToolError } from "../tool-error.ts";
import type { CallView } from "../view.ts";
import { JOB_TYPE_SCHEMA, parseJobInputArgs, type JobInputArgs } from "./job-args.ts";
import { presentJobReport, readJobReport, renderJobReport, type JobReport } from "./job-report.ts";
import type { JobToolSettings } from "./job-tools.ts";
import type { Job } from "./job.ts";
import { toTypedBytes } from "./key-bytes.ts";

const NAME = "job_input";

/** Creates the tool that types into the terminal of a job. */
export function createJobInputTool(settings: JobToolSettings): Tool {
  return defineTool<JobInputArgs, JobReport>({
    name: NAME,
    description:
      "Types into a background job that was started with tty: text, then keys such as enter or ctrl-c. Returns what it prints right after that.",
    inputSchema: JOB_TYPE_SCHEMA,
    parseArgs: (input) => parseJobInputArgs(NAME, input),
    run: async ({ job: id, text, keys }, { signal }) => {
      signal.throwIfAborted();
      const job = settings.jobs.resolve(id);
      requireTerminal(job);
      const note = await type(job, toTypedBytes(text, keys), signal);
      return readJobReport(job, { ...settings, note });
    },
    renderResult: renderJobReport,
    isFailure: () => false,
    presentCall: presentJobInputCall,
    presentResult: (_args, report) => presentJobReport(report),
  });
}

/** What is typed and where. Whoever is asked about it sees all of it: a shell runs what it is typed. Pure. */
export function presentJobInputCall({ job, text, keys }: JobInputArgs): CallView {
  const typed = [...(text === "" ? [] : [toVisibleText(text)]), ...keys.map((key) => `<${key}>`)];
  return { card: "generic", title: `Type into ${job}: ${typed.join(" ")}`, kind: "execute" };
}

function requireTerminal({ id, state, command }: Job): void {
  if (command.spec.stdin !== "terminal") {
    const message = `${id} takes no input: it has no terminal. Start the command again in bash with "tty": true and "run_in_background": true.`;
    throw new ToolError("no-input", message, { id });
  }
  if (state === "running") return;
  throw new ToolError("no-input", `${id} takes no input: it has ended`, { id });
}

/** A terminal takes some kilobytes at once; who does not read them in this time does not read. */
const WRITE_LIMIT_MS = 5_000;
/** Enough for a program to echo and answer; who waits for more can ask for it. */
const ANSWER_LIMIT_MS = 1_000;
const QUIET_MS = 100;

async function type(job: Job, bytes: Uint8Array, signal: AbortSignal): Promise<string | null> {
  const before = job.command.output.endOffset;
  const isOver = new AbortController();
  const isTooLong = delay(WRITE_LIMIT_MS, AbortSignal.any([signal, isOver.signal]));
  const written = job.command.write(bytes).then(
    () => null,
    (error: unknown) => `not all was taken: ${error instanceof Error ? error.message : "it ended"}`,
  );
  const late = isTooLong.then(() => "not all of it has been read yet");
  const note = await Promise.race([written, late]);
  isOver.abort();
  await waitForAnswer(job, before, AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]));
  return note;
}

/** Resolves when the job has printed something and then paused, when it has changed, or at the signal. */
async function waitForAnswer(job: Job, offset: number, signal: AbortSignal): Promise<void> {
  const isOver = new AbortController();
  void job.whenChanged().then(() => isOver.abort());
  const until = AbortSignal.any([signal, isOver.signal]);
  const { output } = job.command;
  let seen = offset;
  await output.waitPast(seen, until).catch(() => undefined);
  while (!until.aborted && output.endOffset > seen) {
    seen = output.endOffset;
    await delay(QUIET_MS, until);
  }
}
