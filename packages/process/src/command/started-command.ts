import {
  toEnding,
  type CommandSpec,
  type Completion,
  type EndingCause,
  type Exit,
  type OutputLog,
  type OutputSpill,
  type TerminalSize,
} from "@termwire/terminal";
import type { AttachedChannel } from "../channel/channel.ts";
import type { LocalCommand } from "../local-command.ts";
import { settleOutput } from "../output/settle-output.ts";
import type { TreeWatch } from "../reaper/watch-tree.ts";
import type { StartedChild } from "../start/start-child.ts";
import { endTree } from "../tree/end-tree.ts";
import type { ProcessTree } from "../tree/process-tree.ts";
import { startTimer } from "./start-timer.ts";
import { watchIdle } from "./watch-idle.ts";
import { watchWaiting } from "./watch-waiting.ts";

/** The parts of a command that was started. */
export interface StartedCommandParts {
  readonly spec: CommandSpec;
  readonly child: StartedChild;
  readonly tree: ProcessTree;
  readonly watch: TreeWatch;
  readonly output: OutputLog;
  readonly spill: OutputSpill | null;
  readonly channel: AttachedChannel;
}

/** Creates the handle of a command that runs. */
export function createStartedCommand(parts: StartedCommandParts): LocalCommand {
  return new StartedCommand(parts);
}

class StartedCommand implements LocalCommand {
  readonly spec: CommandSpec;
  readonly pid: number;
  readonly startedAtMs: number;
  readonly output: OutputLog;
  readonly spill: OutputSpill | null;
  readonly exited: Promise<Exit>;
  readonly outputEnded: Promise<void>;
  readonly completed: Promise<Completion>;
  readonly #parts: StartedCommandParts;
  #giveUp: (exit: Exit) => void = () => undefined;
  #cause: EndingCause | null = null;
  #timeout: Completion["timeout"] = null;
  #ending: Promise<void> | null = null;

  constructor(parts: StartedCommandParts) {
    this.#parts = parts;
    this.spec = parts.spec;
    this.pid = parts.child.pid;
    this.startedAtMs = parts.child.startedAt.epochMs;
    this.output = parts.output;
    this.spill = parts.spill;
    this.outputEnded = parts.channel.reader.ended;
    this.exited = new Promise((resolve) => {
      this.#giveUp = resolve;
      void parts.child.exited.then(resolve);
    });
    this.completed = this.#complete();
  }

  write(bytes: Uint8Array): Promise<void> {
    return this.#parts.channel.input.write(bytes);
  }

  endInput(): Promise<void> {
    return this.#parts.channel.input.end();
  }

  isWaitingForInput(): boolean | null {
    return this.#parts.channel.isRead();
  }

  watchWaiting(onChange: (isWaiting: boolean) => void): () => void {
    if (this.spec.stdin !== "terminal") return () => undefined;
    const isRead = (): boolean | null => this.isWaitingForInput();
    return watchWaiting({ log: this.output, isRead, exited: this.exited }, onChange);
  }

  resize(size: TerminalSize): void {
    this.#parts.channel.resize(size);
  }

  terminate(cause: EndingCause): Promise<void> {
    this.#cause ??= this.#parts.tree.isLeaderGone() ? "exit" : cause;
    return (this.#ending ??= this.#endTree());
  }

  async isTreeAlive(): Promise<boolean> {
    const alive = this.#parts.tree.isAlive();
    if (!alive) this.#parts.watch.dispose();
    return alive;
  }

  async release(): Promise<void> {
    await this.terminate("stopped");
    await this.exited;
    await this.#parts.channel.reader.drain();
    this.#parts.channel.reader.close();
    await this.outputEnded;
    this.spill?.remove();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.release();
  }

  /** A tree that is being ended is waited for, so that nothing of it is left when its ending is told. */
  async #complete(): Promise<Completion> {
    const { child, tree, watch, channel } = this.#parts;
    const cancelTimeouts = this.#startTimeouts();
    const exit = await this.exited;
    const durationMs = Math.round(performance.now() - child.startedAt.clockMs);
    cancelTimeouts();
    const cause = (this.#cause ??= "exit");
    tree.noteLeaderExit();
    channel.input.close();
    if (cause !== "exit") await this.#ending;
    await settleOutput(channel.reader, this.output, () => tree.isBusy());
    channel.reader.unref();
    watch.noteCompleted();
    const ending = toEnding(exit, cause);
    return { ending, durationMs, timeout: this.#timeout, sandboxDenial: null };
  }

  #startTimeouts(): () => void {
    const { timeoutMs, idleTimeoutMs } = this.spec;
    const cancels = [
      timeoutMs !== null && startTimer(timeoutMs, () => this.#expire("total")),
      idleTimeoutMs !== null && watchIdle(this.output, idleTimeoutMs, () => this.#expire("idle")),
    ];
    return () => {
      for (const cancel of cancels) if (cancel !== false) cancel();
    };
  }

  #expire(limit: "total" | "idle"): void {
    const isFirst = this.#cause === null;
    void this.terminate("timeout");
    if (isFirst && this.#cause === "timeout") this.#timeout = limit;
  }

  async #endTree(): Promise<void> {
    const gone = await endTree(this.#parts.tree, this.spec.graceMs);
    if (!gone) this.#giveUp({ kind: "lost", reason: "did not end after SIGKILL" });
    this.#parts.watch.dispose();
  }
}
