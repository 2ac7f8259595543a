import type { CommandRunner, TerminalEvent, TerminalId } from "@termwire/terminal";
import { AcpError } from "../../acp-error.ts";
import { createDisplayCopies, type DisplayCopy } from "./display-copies.ts";
import { resolveHostLimits, type TerminalHostLimits } from "./host-limits.ts";
import { HostSession, toShown, toTerminalRef } from "./host-session.ts";
import type { HostExitStatus } from "./host-terminal.ts";
import type { TerminalPolicy } from "./terminal-policy.ts";
import { createTerminalRoom } from "./terminal-room.ts";
import type { ExecutableLookup } from "./to-program.ts";

/** Options of {@link terminalHost}. */
export interface TerminalHostOptions {
  /** Runs the commands, with an environment without the client's secrets. */
  readonly runner: CommandRunner;
  /** Decides what may run. Absent: everything an agent of the person's choice asks for. */
  readonly policy?: TerminalPolicy;
  readonly limits?: Partial<TerminalHostLimits>;
  /** Tells programs from shell lines. Absent: what has neither blanks nor shell characters is a program. */
  readonly isExecutable?: ExecutableLookup;
  /** Everything that happens to any terminal, in order, for its card. Called synchronously. */
  readonly onEvent?: (sessionId: string, event: TerminalEvent) => void;
}

/** Runs commands for agents in this client's environment: ACP v1 `terminal/*` without the wire. */
export interface TerminalHost {
  /** Opens a connection's own space. Dispose of it when the connection ends. */
  connect(): HostConnection;
}

/** One agent's terminals. Every method that names a session or a terminal takes the request's parameters unchecked. */
export interface HostConnection extends AsyncDisposable {
  /** Lets a session create terminals; `cwd` is where they run unless they say. Known sessions keep theirs. */
  openSession(sessionId: string, cwd: string): void;
  /** Releases everything of a session. Unknown sessions are fine. */
  closeSession(sessionId: string): Promise<void>;
  /** Answers once the command has started, never after its end. */
  create(params: unknown): Promise<{ readonly terminalId: TerminalId }>;
  output(params: unknown): Promise<{
    readonly output: string;
    readonly truncated: boolean;
    readonly exitStatus?: HostExitStatus;
  }>;
  /** Answers at the end of the command, also when that is a kill, a release or the connection's end. */
  waitForExit(params: unknown): Promise<HostExitStatus>;
  kill(params: unknown): Promise<Record<string, never>>;
  release(params: unknown): Promise<Record<string, never>>;
  /** What a card of this terminal shows, also after its release; null for an unknown id. */
  readCopy(sessionId: string, terminalId: TerminalId): DisplayCopy | null;
  /** Releases everything, as disconnected; resolves when nothing is left. Twice is fine. */
  dispose(): Promise<void>;
}

/** Creates a host for any number of connections. */
export function terminalHost(options: TerminalHostOptions): TerminalHost {
  const limits = resolveHostLimits(options.limits ?? {});
  return { connect: () => new Connection(options, limits) };
}

class Connection implements HostConnection {
  readonly #sessions = new Map<string, HostSession>();
  readonly #openSession: (sessionId: string, cwd: string) => HostSession;
  #disposing: Promise<void> | null = null;

  constructor(options: TerminalHostOptions, limits: TerminalHostLimits) {
    const context = {
      runner: options.runner,
      policy: options.policy ?? (() => ({ allow: true })),
      limits,
      isExecutable: options.isExecutable ?? looksLikeProgram,
      copies: createDisplayCopies(limits.displayBudgetBytes),
      room: createTerminalRoom(limits, () => [...this.#sessions.values()]),
      emit: options.onEvent ?? (() => undefined),
    };
    this.#openSession = (sessionId, cwd) => new HostSession(sessionId, cwd, context);
  }

  openSession(sessionId: string, cwd: string): void {
    if (this.#disposing !== null || this.#sessions.has(sessionId)) return;
    this.#sessions.set(sessionId, this.#openSession(sessionId, cwd));
  }

  async closeSession(sessionId: string): Promise<void> {
    const session = this.#sessions.get(sessionId);
    this.#sessions.delete(sessionId);
    await session?.close("stopped");
  }

  async create(params: unknown): Promise<{ readonly terminalId: TerminalId }> {
    return explainFailure("start this command", async () => ({
      terminalId: await this.#find(params).create(params),
    }));
  }

  async output(params: unknown) {
    return explainFailure("read this terminal", async () => {
      const { exitStatus, ...text } = await this.#terminal(params).readOutput();
      return exitStatus === null ? text : { ...text, exitStatus };
    });
  }

  async waitForExit(params: unknown): Promise<HostExitStatus> {
    return this.#terminal(params).waitForExit();
  }

  async kill(params: unknown): Promise<Record<string, never>> {
    await explainFailure("end this command", () => this.#terminal(params).kill());
    return {};
  }

  async release(params: unknown): Promise<Record<string, never>> {
    const { terminalId } = toTerminalRef(params);
    await explainFailure("release this terminal", () => this.#find(params).release(terminalId));
    return {};
  }

  readCopy(sessionId: string, terminalId: TerminalId): DisplayCopy | null {
    return this.#sessions.get(sessionId)?.readCopy(terminalId) ?? null;
  }

  dispose(): Promise<void> {
    return (this.#disposing ??= this.#closeAll());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  async #closeAll(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.allSettled(sessions.map((session) => session.close("disconnected")));
  }

  #terminal(params: unknown) {
    return this.#find(params).find(toTerminalRef(params).terminalId);
  }

  #find(params: unknown): HostSession {
    const { sessionId } = toTerminalRef(params);
    if (typeof sessionId !== "string") {
      const came = toShown(sessionId);
      throw new AcpError("invalid-params", `sessionId: expected a string, got ${came}`);
    }
    const session = this.#sessions.get(sessionId);
    if (session !== undefined) return session;
    const shown = toShown(sessionId);
    throw new AcpError("invalid-params", `no session ${shown} on this connection`);
  }
}

/** An error nobody foresaw is told without what is in it: that is the client's own affair. */
async function explainFailure<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (AcpError.is(error)) throw error;
    throw new AcpError("failed", `this client could not ${what}`, { cause: error });
  }
}

async function looksLikeProgram(command: string): Promise<boolean> {
  return !/[\s"'`$&|;<>(){}[\]*?~#!\\]/.test(command);
}
