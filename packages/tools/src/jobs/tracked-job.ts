import type { Completion, EndingCause, RunningCommand } from "@termwire/terminal";
import { delay } from "../delay.ts";
import { isLeftRunning, isTreeAlive } from "./is-left-running.ts";
import type { Job, JobOptions, JobOrigin, JobState } from "./job.ts";
import { createUnreadOutput, type UnreadOutput } from "./unread-output.ts";

/** Nothing tells when the last process of a tree has ended: it is looked for. Soon enough for a person. */
const LOOK_AGAIN_MS = 500;

/** A job whose state follows its command, from the moment it is watched. */
export class TrackedJob implements Job {
  readonly id: string;
  readonly command: RunningCommand;
  readonly origin: JobOrigin;
  readonly description: string | null;
  readonly callId: string | null;
  readonly unread: UnreadOutput;
  state: JobState = "running";
  completion: Completion | null = null;
  readonly #waiters = new Set<() => void>();

  constructor(id: string, command: RunningCommand, options: JobOptions) {
    this.id = id;
    this.command = command;
    this.origin = options.origin;
    this.description = options.description ?? null;
    this.callId = options.callId ?? null;
    this.unread = createUnreadOutput(command.output, options.readBytes ?? 0);
    if (options.origin === "left-behind") this.state = "left-running";
  }

  /** Follows the command to its end, or until the signal aborts; `onChange` is told of each new state. */
  async watch(onChange: () => void, signal: AbortSignal): Promise<void> {
    this.#waiters.add(onChange);
    const completion = (this.completion = await this.command.completed);
    this.#settle(completion, await isLeftRunning(this.command));
    while (this.state !== "ended" && !signal.aborted) {
      await delay(LOOK_AGAIN_MS, signal);
      this.#settle(completion, await isTreeAlive(this.command));
    }
    this.#waiters.delete(onChange);
  }

  whenChanged(): Promise<void> {
    if (this.state === "ended") return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        this.#waiters.delete(done);
        resolve();
      };
      this.#waiters.add(done);
    });
  }

  async stop(cause: EndingCause = "stopped"): Promise<void> {
    await this.command.terminate(cause);
    this.#settle(await this.command.completed, await isTreeAlive(this.command));
  }

  /** States only go forward, whoever finds out first. */
  #settle(completion: Completion, isAlive: boolean): void {
    this.completion ??= completion;
    const next = isAlive ? "left-running" : "ended";
    if (this.state === "ended" || this.state === next) return;
    this.state = next;
    for (const waiter of this.#waiters) waiter();
  }
}
