import { methods, type WaitForTerminalExitResponse } from "@agentclientprotocol/sdk";
import {
  createOutputLog,
  TerminalError,
  toEnding,
  type CommandSpec,
  type Completion,
  type EndingCause,
  type Exit,
  type OutputLogWriter,
  type RunningCommand,
} from "@termwire/terminal";
import { toFields, toText } from "../dialects/terminal-end.ts";
import type { ClientRunnerOptions } from "./client-runner.ts";

/** Every request to a client but the wait is answered at once; one that is not is not waited for. */
const REQUEST_TIMEOUT_MS = 30_000;
/** The longest a timer can wait; some 25 days. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The parts of a command in the client's environment; `spec.id` is the client's terminal id. */
export interface ClientCommandParts extends ClientRunnerOptions {
  readonly spec: CommandSpec;
}

/** Creates the handle of a terminal the client has created. */
export function createClientCommand(parts: ClientCommandParts): RunningCommand {
  return new ClientCommand(parts);
}

class ClientCommand implements RunningCommand {
  readonly spec: CommandSpec;
  readonly startedAtMs: number = Date.now();
  readonly output: OutputLogWriter;
  readonly spill: null = null;
  readonly exited: Promise<Exit>;
  readonly outputEnded: Promise<void>;
  readonly completed: Promise<Completion>;
  readonly #parts: ClientCommandParts;
  readonly #startedAt = performance.now();
  #giveUp: (exit: Exit) => void = () => undefined;
  #cause: EndingCause | null = null;
  #hasExited = false;
  #terminating: Promise<void> | null = null;
  #releasing: Promise<void> | null = null;

  constructor(parts: ClientCommandParts) {
    this.#parts = parts;
    this.spec = parts.spec;
    this.output = createOutputLog(parts.spec.outputLimitBytes);
    this.exited = new Promise((resolve) => {
      this.#giveUp = resolve;
      void this.#wait().then(resolve);
    });
    void this.exited.then(() => {
      this.#hasExited = true;
    });
    this.completed = this.#complete();
    this.outputEnded = this.completed.then(() => undefined);
  }

  /** The client owns the input: nothing can be written. */
  write(): Promise<void> {
    return Promise.reject(
      new TerminalError("input-closed", "a command in the client's environment has no input", {}),
    );
  }

  async endInput(): Promise<void> {
    // There is no input to end.
  }

  resize(): void {
    // The client sizes its terminals.
  }

  terminate(cause: EndingCause): Promise<void> {
    return (this.#terminating ??= this.#terminate(cause));
  }

  /** A client says that the command has ended, and nothing of what that left behind. */
  async isTreeAlive(): Promise<boolean> {
    if (this.#releasing !== null) return false;
    if (!this.#hasExited) return true;
    const message = "the client does not tell what a command that has ended left behind";
    throw new TerminalError("tree-unknown", message, { id: this.spec.id });
  }

  release(): Promise<void> {
    return (this.#releasing ??= this.#release());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.release();
  }

  async #wait(): Promise<Exit> {
    const { client, closed } = this.#parts;
    try {
      const { exitCode, signal } = await client.request<WaitForTerminalExitResponse>(
        methods.client.terminal.waitForExit,
        this.#ref(),
        { cancellationSignal: closed, stopWaitingOnCancel: true },
      );
      return toExit(exitCode, signal);
    } catch (error) {
      if (closed.aborted) this.#cause ??= "disconnected";
      return { kind: "lost", reason: error instanceof Error ? error.message : String(error) };
    }
  }

  /** By the specification's recipe: the time limit races the wait, then kill, then output. */
  async #complete(): Promise<Completion> {
    const { timeoutMs } = this.spec;
    const expire = (): void => void this.terminate("timeout");
    const timer =
      timeoutMs === null ? undefined : setTimeout(expire, Math.min(timeoutMs, MAX_TIMER_MS));
    const exit = await this.exited;
    clearTimeout(timer);
    const durationMs = Math.round(performance.now() - this.#startedAt);
    this.#cause ??= "exit";
    await this.#readOutput();
    const timeout = this.#cause === "timeout" ? "total" : null;
    return { ending: toEnding(exit, this.#cause), durationMs, timeout, sandboxDenial: null };
  }

  /** What the client still has; a client that cannot tell leaves it empty, which is not worse than an error. */
  async #readOutput(): Promise<void> {
    const answer = await this.#request(methods.client.terminal.output).catch(() => null);
    const output = toText(toFields(answer)["output"]);
    if (output !== null) this.output.append(new TextEncoder().encode(output));
    this.output.end();
  }

  async #terminate(cause: EndingCause): Promise<void> {
    this.#cause ??= cause;
    await this.#request(methods.client.terminal.kill).catch(() => undefined);
    await this.#completeWithin(this.spec.graceMs);
  }

  async #release(): Promise<void> {
    this.#cause ??= "stopped";
    await this.#request(methods.client.terminal.release).catch(() => undefined);
    await this.#completeWithin(this.spec.graceMs);
  }

  /** A client that does not report the end of what it was told to end is not waited for. */
  async #completeWithin(boundMs: number): Promise<void> {
    const reason = "the client did not report how the command ended";
    const timer = setTimeout(() => this.#giveUp({ kind: "lost", reason }), boundMs);
    await this.completed;
    clearTimeout(timer);
  }

  #ref(): { sessionId: string; terminalId: string } {
    return { sessionId: this.#parts.sessionId, terminalId: this.spec.id };
  }

  #request(method: string): Promise<unknown> {
    const { client, closed } = this.#parts;
    const signal = AbortSignal.any([closed, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
    return client.request(method, this.#ref(), {
      cancellationSignal: signal,
      stopWaitingOnCancel: true,
    });
  }
}

function toExit(exitCode: number | null | undefined, signal: string | null | undefined): Exit {
  if (typeof signal === "string") return { kind: "signaled", signal };
  if (typeof exitCode === "number") return { kind: "exited", code: exitCode };
  return { kind: "lost", reason: "the client reported neither a code nor a signal" };
}
