import type { CommandRunner, CommandSpec, RunningCommand } from "@termwire/terminal";
import { ToolError } from "../tool-error.ts";
import { readJobFacts } from "./job-facts.ts";
import { createJobNotice, type JobNotice } from "./job-notice.ts";
import type { Job, JobOptions } from "./job.ts";
import { TrackedJob } from "./tracked-job.ts";

/** How many jobs a session may have. */
export interface JobLimits {
  /** At once. Absent: 16, which is more than anybody follows. */
  readonly running?: number;
  /** Ended ones that can still be read. Absent: 32; the oldest are forgotten first. */
  readonly ended?: number;
}

/** The background jobs of one session. Disposing ends all of them and resolves when nothing of them is left. */
export interface Jobs extends AsyncDisposable {
  /**
   * Starts a command as a job.
   *
   * @throws ToolError `too-many-jobs` when as many run as may, `jobs-closed` after disposal; whatever the runner
   * throws instead of starting it.
   */
  start(
    runner: CommandRunner,
    spec: CommandSpec,
    options: Omit<JobOptions, "origin">,
  ): Promise<Job>;
  /**
   * Makes a running command a job, with everything it has printed: one that is moved to the background, whose call in
   * the foreground then resolves, or what a completed one left behind. It counts as running but is never refused for
   * the number of jobs, since nobody else would own it. A command that is a job already stays that job.
   *
   * @throws ToolError `jobs-closed` after disposal.
   */
  adopt(command: RunningCommand, options: JobOptions): Job;
  /** Resolves when the command is adopted, if ever. */
  whenAdopted(command: RunningCommand): Promise<Job>;
  /**
   * The job of that id.
   *
   * @throws ToolError `unknown-job` naming the jobs there are.
   */
  resolve(id: string): Job;
  /** All jobs that are not forgotten, the oldest first. */
  list(): readonly Job[];
  /** What ended since the last time, without what the model has been told of since. */
  takeNotices(): readonly JobNotice[];
  /** Whether one of those is news. */
  readonly hasNews: boolean;
  /** Says that the model has been told how this job ended. */
  dropNotices(job: Job): void;
  /** Calls `listener` whenever a job ends; returns its disposer. */
  onFinished(listener: (notice: JobNotice) => void): () => void;
}

const RUNNING_LIMIT = 16;
const ENDED_LIMIT = 32;

/**
 * Creates the jobs of one session.
 *
 * ```ts
 * await using jobs = createJobs();
 * for (const tool of createShellTools({ jobs })) tools.register(tool);
 * jobs.onFinished(() => wakeTheAgent());
 * ```
 *
 * @throws ToolError `invalid-options`
 */
export function createJobs(options: { readonly limits?: JobLimits } = {}): Jobs {
  const { running = RUNNING_LIMIT, ended = ENDED_LIMIT } = options.limits ?? {};
  for (const [name, value] of Object.entries({ running, ended })) {
    if (Number.isSafeInteger(value) && value >= 0) continue;
    const message = `jobs: ${name}: expected a whole number from 0 up, got ${value}`;
    throw new ToolError("invalid-options", message, { [name]: value });
  }
  return new SessionJobs({ running, ended });
}

class SessionJobs implements Jobs {
  readonly #limits: Required<JobLimits>;
  readonly #jobs = new Map<string, TrackedJob>();
  readonly #starting = new Set<Promise<RunningCommand>>();
  readonly #adoptions = new WeakMap<RunningCommand, ((job: Job) => void)[]>();
  readonly #listeners = new Set<(notice: JobNotice) => void>();
  readonly #closing = new AbortController();
  readonly #noted = new Set<string>();
  #notices: JobNotice[] = [];
  #disposed: Promise<void> | null = null;

  constructor(limits: Required<JobLimits>) {
    this.#limits = limits;
  }

  async start(
    runner: CommandRunner,
    spec: CommandSpec,
    options: Omit<JobOptions, "origin">,
  ): Promise<Job> {
    this.#requireOpen();
    this.#requireRoom();
    const started = runner.start(spec);
    this.#starting.add(started);
    try {
      const command = await started;
      if (this.#closing.signal.aborted) await command.release();
      return this.adopt(command, { ...options, origin: "started" });
    } finally {
      this.#starting.delete(started);
    }
  }

  adopt(command: RunningCommand, options: JobOptions): Job {
    this.#requireOpen();
    const known = this.list().find((job) => job.command === command);
    if (known !== undefined) return known;
    const job = new TrackedJob(this.#createId(), command, options);
    this.#jobs.set(job.id, job);
    void job.watch(() => this.#noteChange(job), this.#closing.signal);
    for (const resolve of this.#adoptions.get(command) ?? []) resolve(job);
    return job;
  }

  whenAdopted(command: RunningCommand): Promise<Job> {
    return new Promise((resolve) => {
      const known = this.list().find((job) => job.command === command);
      if (known !== undefined) resolve(known);
      this.#adoptions.set(command, [...(this.#adoptions.get(command) ?? []), resolve]);
    });
  }

  resolve(id: string): Job {
    const job = this.#jobs.get(id);
    if (job !== undefined) return job;
    const known = [...this.#jobs.keys()];
    const message = `no job ${JSON.stringify(id)}; there is ${known.length === 0 ? "none" : known.join(", ")}`;
    throw new ToolError("unknown-job", message, { id, known });
  }

  list(): readonly Job[] {
    return [...this.#jobs.values()];
  }

  takeNotices(): readonly JobNotice[] {
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }

  get hasNews(): boolean {
    return this.#notices.some(({ isNews }) => isNews);
  }

  dropNotices(job: Job): void {
    this.#notices = this.#notices.filter((notice) => notice.job.id !== job.id);
  }

  onFinished(listener: (notice: JobNotice) => void): () => void {
    const own = (notice: JobNotice): void => listener(notice);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return (this.#disposed ??= this.#dispose());
  }

  async #dispose(): Promise<void> {
    this.#closing.abort();
    this.#listeners.clear();
    await Promise.allSettled(this.#starting);
    await Promise.allSettled(this.list().map((job) => job.command.release()));
    this.#notices = [];
  }

  #requireOpen(): void {
    if (!this.#closing.signal.aborted) return;
    throw new ToolError("jobs-closed", "no job can be started: the session is closed");
  }

  #requireRoom(): void {
    const running = this.list().filter((job) => job.state !== "ended");
    if (running.length + this.#starting.size < this.#limits.running) return;
    const message = `at most ${this.#limits.running} background jobs may run at once; stop one with job_kill first: ${running.map((job) => job.id).join(", ")}`;
    throw new ToolError("too-many-jobs", message, { running: running.map((job) => job.id) });
  }

  /** Short for a model, and random: one from before the session was loaded again cannot name another job. */
  #createId(): string {
    const id = `job_${crypto.randomUUID().slice(0, 6)}`;
    return this.#jobs.has(id) ? this.#createId() : id;
  }

  #noteChange(job: TrackedJob): void {
    const notice = createJobNotice(readJobFacts(job), !this.#noted.has(job.id));
    this.#noted.add(job.id);
    this.dropNotices(job);
    this.#notices.push(notice);
    if (job.state === "ended") this.#forgetOldest();
    for (const listener of this.#listeners) tell(listener, notice);
  }

  #forgetOldest(): void {
    const ended = this.list().filter((job) => job.state === "ended");
    for (const job of ended.slice(0, Math.max(0, ended.length - this.#limits.ended))) {
      this.#jobs.delete(job.id);
      // Its file was promised to be there until the session ends; without one nothing is lost.
      if (job.command.spill === null) void job.command.release().catch(() => undefined);
    }
  }
}

/** A listener that throws keeps the others from nothing. */
function tell(listener: (notice: JobNotice) => void, notice: JobNotice): void {
  try {
    listener(notice);
  } catch {
    // Its own concern.
  }
}
