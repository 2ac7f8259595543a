import {
  applyTerminalEvent,
  toEnding,
  type Completion,
  type EndingCause,
  type ResolvedProgram,
  type RunningCommand,
  type TerminalEvent,
  type TerminalId,
  type TerminalState,
} from "@termwire/terminal";
import { toCommandLine } from "../../dialects/command-line.ts";
import type { DisplayCopy } from "./display-copies.ts";
import { followTerminal } from "./follow-terminal.ts";
import { createOutputTextReader, type OutputText } from "./read-output.ts";

/** The exit status of the wire: at most one is known. */
export interface HostExitStatus {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** A command an agent runs here, as its terminal. */
export interface HostTerminal {
  readonly id: TerminalId;
  /** True until the command has completed. */
  readonly isRunning: boolean;
  /** The text now, and the exit status once there is one. */
  readOutput(): Promise<OutputText & { readonly exitStatus: HostExitStatus | null }>;
  /** Resolves with the real ending, however it comes. */
  waitForExit(): Promise<HostExitStatus>;
  /** Resolves when nothing of the tree is left. */
  kill(): Promise<void>;
  /**
   * Ends it for this reason, and frees it; resolves with the copy for its card. Rejects, and may be tried again, when
   * the tree would not end.
   */
  release(cause: EndingCause): Promise<DisplayCopy>;
  readCopy(): DisplayCopy;
}

/** Makes a terminal of a command that was started. `emit` gets everything that happens to it, in order. */
export function createHostTerminal(
  command: RunningCommand,
  limitBytes: number,
  emit: (event: TerminalEvent) => void,
): HostTerminal {
  return new CommandTerminal(command, limitBytes, emit);
}

/** One for all: making an error for every signal that nobody looks at costs more than the signal. */
const OVER = new Error("the terminal is over");

class CommandTerminal implements HostTerminal {
  readonly id: TerminalId;
  readonly #command: RunningCommand;
  readonly #emit: (event: TerminalEvent) => void;
  readonly #reader;
  readonly #gone = new AbortController();
  readonly #completed: Promise<Completion>;
  /** Settles with the end of all that is shown: its output may come later than its ending. */
  readonly #shown: Promise<void>;
  #state: TerminalState;
  #completion: Completion | null = null;

  constructor(command: RunningCommand, limitBytes: number, emit: (event: TerminalEvent) => void) {
    this.#command = command;
    this.#emit = emit;
    this.id = command.spec.id;
    this.#reader = createOutputTextReader(command.output, limitBytes);
    this.#completed = command.completed.catch(() => LOST);
    const started = toStarted(command);
    this.#state = applyTerminalEvent(undefined, started);
    this.#tell(started);
    this.#shown = this.#show();
  }

  get isRunning(): boolean {
    return this.#completion === null;
  }

  async readOutput(): Promise<OutputText & { readonly exitStatus: HostExitStatus | null }> {
    const completion = this.#completion;
    const text = await this.#reader.read();
    return { ...text, exitStatus: completion === null ? null : toExitStatus(completion) };
  }

  async waitForExit(): Promise<HostExitStatus> {
    return toExitStatus(await this.#completed);
  }

  kill(): Promise<void> {
    return this.#end("stopped");
  }

  async release(cause: EndingCause): Promise<DisplayCopy> {
    await this.#end(cause);
    this.#gone.abort(OVER);
    await this.#shown;
    const copy = this.readCopy();
    await this.#command.release();
    return copy;
  }

  readCopy(): DisplayCopy {
    const { output } = this.#command;
    return { state: this.#state, bytes: output.read(output.startOffset).bytes };
  }

  async #end(cause: EndingCause): Promise<void> {
    await this.#command.terminate(cause);
    await this.#completed;
  }

  /** Output and ending as events; what a descendant prints after that follows until release. */
  async #show(): Promise<void> {
    const drained = new AbortController();
    const followed = this.#follow(0, drained.signal);
    this.#completion = await this.#completed;
    drained.abort(OVER);
    const offset = await followed;
    const { ending, durationMs } = this.#completion;
    this.#pass({ type: "terminal-ended", id: this.id, ending, durationMs });
    await this.#follow(offset, this.#gone.signal);
  }

  #follow(offset: number, signal: AbortSignal): Promise<number> {
    const emit = (event: TerminalEvent): void => this.#pass(event);
    return followTerminal(this.id, this.#command.output, { offset, emit, signal });
  }

  #pass(event: TerminalEvent): void {
    this.#state = applyTerminalEvent(this.#state, event);
    this.#tell(event);
  }

  /** A listener's error must not cost the agent its terminal. */
  #tell(event: TerminalEvent): void {
    try {
      this.#emit(event);
    } catch {
      // The listener's owner sees it where it draws.
    }
  }
}

function toStarted({ spec, startedAtMs }: RunningCommand): TerminalEvent {
  const { id, program, cwd, size } = spec;
  return { type: "terminal-started", id, command: toCommand(program), cwd, size, startedAtMs };
}

/** Of a runner that breaks its word never to reject. */
const LOST: Completion = {
  ending: toEnding({ kind: "lost", reason: "the runner failed" }, "disconnected"),
  durationMs: 0,
  timeout: null,
  sandboxDenial: null,
};

function toExitStatus({ ending }: Completion): HostExitStatus {
  return {
    exitCode: ending.kind === "exited" ? ending.code >>> 0 : null,
    signal: ending.kind === "signaled" ? ending.signal : null,
  };
}

function toCommand(program: ResolvedProgram): string {
  return program.kind === "shell" ? program.line : toCommandLine([program.file, ...program.args]);
}
