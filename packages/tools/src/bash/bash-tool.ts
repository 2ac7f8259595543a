import { isCleanEnding, type HeadTailLimits, type TerminalSize } from "@termwire/terminal";
import { defineTool } from "../define-tool.ts";
import type { Jobs } from "../jobs/create-jobs.ts";
import type { Tool } from "../tool-definition.ts";
import { ToolError } from "../tool-error.ts";
import {
  createBashSchema,
  isTimeout,
  MAX_TIMEOUT_MS,
  parseBashArgs,
  type BashArgs,
} from "./bash-args.ts";
import type { BashResult } from "./bash-result.ts";
import { presentBashCall, presentBashResult } from "./present-bash.ts";
import { presentClassifiedCall } from "./present-classified.ts";
import { renderResult } from "./render-result.ts";
import { runBash, type BashSettings } from "./run-bash.ts";

/** Settings of a bash tool. */
export interface BashToolOptions {
  /** Bytes of a long output's beginning the model gets. Absent: 8 KiB, where a command says what it does. */
  readonly headBytes?: number;
  /** Bytes of its end. Absent: 24 KiB, because that is where errors and summaries are. */
  readonly tailBytes?: number;
  /** Time limit of a call that sets none; null for none. Absent: ten minutes. */
  readonly defaultTimeoutMs?: number | null;
  /** Time without output allowed to a call that sets none. Absent: null for any, as builds can be long in silence. */
  readonly defaultIdleTimeoutMs?: number | null;
  /** Newest bytes kept for whoever shows the command. Absent: 16 MiB, taken only as it prints. */
  readonly outputLimitBytes?: number;
  /** Of the terminal a call asks for. Absent: 120 columns, 30 rows. */
  readonly size?: TerminalSize;
  /** The session's jobs. Absent: nothing runs in the background, and what a command leaves behind is only told of. */
  readonly jobs?: Jobs;
  /** Whether the view of a line that only reads or searches says so. Absent: true. */
  readonly classify?: boolean;
}

/** Both ends together are some 8,000 tokens: enough to work with, and a model can read on in a file. */
const HEAD_BYTES = 8 * 1024;
const TAIL_BYTES = 24 * 1024;
/** Long enough for most builds and tests; a command that waits for something that never comes still ends. */
const DEFAULT_TIMEOUT_MS = 10 * 60 * 1000;

/** What a command prints between two frames of a card, at a pipe's full speed, and some seconds of a slow reader. */
const OUTPUT_LIMIT_BYTES = 16 * 1024 * 1024;

/** Wide enough for tables and compilers, and what most people's terminals are. */
const SIZE: TerminalSize = { cols: 120, rows: 30 };

/**
 * Creates the tool `bash`: one command, its terminal shown live, its ending told as it was. In the foreground the call
 * resolves when the command has completed or its turn is cancelled, which ends the command and all it started; what it
 * printed until then is always in the result. A directory it cannot run in is a failed call that names it. With `jobs`
 * a call in the background resolves at once with the id of a job, a command can be moved there while it runs
 * (`jobs.adopt`), and what a command leaves running becomes a job.
 *
 * ```ts
 * const tools = createToolRegistry();
 * tools.register(createBashTool());
 * ```
 *
 * @throws ToolError `invalid-options`
 */
export function createBashTool(options: BashToolOptions = {}): Tool {
  const settings = resolveSettings(options);
  return defineTool<BashArgs, BashResult>({
    name: "bash",
    description: describe(settings),
    inputSchema: createBashSchema({ hasJobs: settings.jobs !== null }),
    parseArgs: parseBashArgs,
    run: (args, context) => runBash(args, context, settings),
    renderResult,
    isFailure: (result) => result.kind === "completed" && !isCleanEnding(result.ending),
    presentCall: options.classify === false ? presentBashCall : presentClassifiedCall,
    presentResult: presentBashResult,
  });
}

function resolveSettings(options: BashToolOptions): BashSettings {
  const { defaultTimeoutMs = DEFAULT_TIMEOUT_MS, defaultIdleTimeoutMs = null } = options;
  const { outputLimitBytes = OUTPUT_LIMIT_BYTES, size = SIZE, jobs = null } = options;
  requireSizes({ outputLimitBytes });
  for (const [name, value] of Object.entries({ defaultTimeoutMs, defaultIdleTimeoutMs })) {
    if (value === null || isTimeout(value)) continue;
    throw refuse(name, `from 1 to ${MAX_TIMEOUT_MS}, or null`, value);
  }
  const limits = resolveOutputLimits(options);
  return { limits, defaultTimeoutMs, defaultIdleTimeoutMs, outputLimitBytes, size, jobs };
}

/**
 * How much of an output the model gets.
 *
 * @throws ToolError `invalid-options`
 */
export function resolveOutputLimits(options: BashToolOptions): HeadTailLimits {
  const { headBytes = HEAD_BYTES, tailBytes = TAIL_BYTES } = options;
  requireSizes({ headBytes, tailBytes });
  return { headBytes, tailBytes };
}

function requireSizes(sizes: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(sizes)) {
    if (!Number.isSafeInteger(value) || value < 0) throw refuse(name, "from 0 up", value);
  }
}

function refuse(name: string, range: string, value: number): ToolError {
  return new ToolError(
    "invalid-options",
    `bash: ${name}: expected a whole number ${range}, got ${value}`,
    {
      [name]: value,
    },
  );
}

function describe({ limits, defaultTimeoutMs, jobs }: BashSettings): string {
  const keptKiB = Math.ceil((limits.headBytes + limits.tailBytes) / 1024);
  const limit = defaultTimeoutMs === null ? "none" : `${defaultTimeoutMs} ms`;
  return [
    "Runs a command line or script in the shell of the person's machine and returns what it printed,",
    "stdout and stderr together, and how it ended.",
    "Each call is a new shell: directory and variables do not carry over.",
    "Pagers and editors do not open, and nothing can be typed into the command.",
    `Of a long output you get the beginning and the end, ${keptKiB} KiB in all, and the path of a file with all of it if there is one.`,
    `Time limit unless timeoutMs is given: ${limit}.`,
    ...(jobs === null ? [] : [JOBS_TEXT]),
    "Processes left in the background end with the session.",
  ].join(" ");
}

const JOBS_TEXT =
  "For servers and long work set run_in_background and use job_list, job_output, job_wait and job_kill; with tty as well, job_input types into it.";
