import {
  TerminalError,
  toTerminalId,
  type CommandRunner,
  type EndingCause,
  type RunningCommand,
  type TerminalEvent,
  type TerminalId,
} from "@termwire/terminal";
import { AcpError } from "../../acp-error.ts";
import { toFields } from "../../dialects/terminal-end.ts";
import type { DisplayCopies, DisplayCopy } from "./display-copies.ts";
import type { TerminalHostLimits } from "./host-limits.ts";
import { createHostTerminal, type HostTerminal } from "./host-terminal.ts";
import { parseCreate, type CreateTerminal } from "./parse-create.ts";
import type { TerminalDecision, TerminalPolicy, TerminalRequest } from "./terminal-policy.ts";
import type { RoomUser, TerminalRoom } from "./terminal-room.ts";
import { toProgram, type ExecutableLookup } from "./to-program.ts";

/** What the sessions of one connection share. */
export interface HostSessionContext {
  readonly runner: CommandRunner;
  readonly policy: TerminalPolicy;
  readonly limits: TerminalHostLimits;
  readonly isExecutable: ExecutableLookup;
  readonly copies: DisplayCopies;
  readonly room: TerminalRoom;
  readonly emit: (sessionId: string, event: TerminalEvent) => void;
}

/** Ids listed in an error: enough for an agent that mixed two up. */
const MAX_LISTED_IDS = 20;

/** One session's terminals. Nothing of another session can be reached through it. */
export class HostSession implements RoomUser {
  readonly id: string;
  readonly cwd: string;
  readonly #context: HostSessionContext;
  readonly #terminals = new Map<TerminalId, HostTerminal>();
  /** Given away for others, until nothing of them is left. */
  readonly #leaving = new Set<HostTerminal>();
  readonly #closing = new AbortController();
  readonly #creating = new Set<Promise<TerminalId>>();
  /** Commands that are asked about or being started. */
  #starting = 0;

  constructor(id: string, cwd: string, context: HostSessionContext) {
    this.id = id;
    this.cwd = cwd;
    this.#context = context;
  }

  /** Commands that run or are being started. */
  get runningCount(): number {
    const running = [...this.#terminals.values()].filter(({ isRunning }) => isRunning);
    return running.length + this.#starting;
  }

  get retainedCount(): number {
    return this.#terminals.size + this.#starting;
  }

  /** Starts a command. @throws AcpError for anything that keeps it from running; nothing was started then. */
  async create(params: unknown): Promise<TerminalId> {
    const asked = parseCreate(params, this.#context.limits);
    const created = this.#create(asked);
    this.#creating.add(created);
    try {
      return await created;
    } finally {
      this.#creating.delete(created);
    }
  }

  /** @throws AcpError `unknown-terminal` for an id that is not, or no longer, one of this session's. */
  find(terminalId: unknown): HostTerminal {
    const id = typeof terminalId === "string" ? this.#known(terminalId) : undefined;
    if (id !== undefined) return id;
    const own = [...this.#terminals.keys()].slice(0, MAX_LISTED_IDS);
    const has = own.length === 0 ? "it has none" : `it has ${own.join(", ")}`;
    const shown = toShown(terminalId);
    throw new AcpError("unknown-terminal", `no terminal ${shown} in this session; ${has}`);
  }

  /** Ends and forgets a terminal; its copy lives on. One that would not end stays, so that release can be tried again. */
  async release(terminalId: unknown): Promise<void> {
    await this.#release(this.find(terminalId), "stopped");
  }

  readCopy(id: TerminalId): DisplayCopy | null {
    const leaving = [...this.#leaving].find((terminal) => terminal.id === id);
    return (this.#terminals.get(id) ?? leaving)?.readCopy() ?? this.#context.copies.get(id);
  }

  releaseOldest(): boolean {
    const oldest = [...this.#terminals.values()].find(({ isRunning }) => !isRunning);
    if (oldest === undefined) return false;
    this.#terminals.delete(oldest.id);
    this.#leaving.add(oldest);
    // What would not end is ended with the session.
    void this.#release(oldest, "stopped").catch(() => undefined);
    return true;
  }

  /**
   * Releases everything, also what is just being started or asked about; what still runs ends for this reason. Resolves
   * when nothing of it is left.
   */
  async close(cause: EndingCause): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#creating);
    await Promise.allSettled(
      [...this.#terminals.values(), ...this.#leaving].map((terminal) =>
        this.#release(terminal, cause),
      ),
    );
  }

  #known(value: string): HostTerminal | undefined {
    try {
      return this.#terminals.get(toTerminalId(value));
    } catch {
      return undefined;
    }
  }

  async #create(asked: CreateTerminal): Promise<TerminalId> {
    this.#context.room.makeRoom(this);
    this.#starting += 1;
    try {
      const command = await this.#start(asked);
      const terminal = createHostTerminal(command, asked.outputLimitBytes, (event) =>
        this.#context.emit(this.id, event),
      );
      this.#terminals.set(terminal.id, terminal);
      if (!this.#closing.signal.aborted) return terminal.id;
      await this.#release(terminal, "stopped");
      throw toClosed();
    } finally {
      this.#starting -= 1;
    }
  }

  async #release(terminal: HostTerminal, cause: EndingCause): Promise<void> {
    const copy = await terminal.release(cause);
    const isLast = this.#terminals.delete(terminal.id) || this.#leaving.delete(terminal);
    if (isLast) this.#context.copies.keep(terminal.id, copy);
  }

  async #start(asked: CreateTerminal): Promise<RunningCommand> {
    if (this.#closing.signal.aborted) throw toClosed();
    const cwd = asked.cwd ?? this.cwd;
    const program = await toProgram({ ...asked, cwd }, this.#context.isExecutable);
    await this.#ask({ sessionId: this.id, program, cwd, env: asked.env });
    const { runner } = this.#context;
    const { outputLimitBytes, env } = asked;
    try {
      return await runner.start(
        runner.resolve({
          program,
          cwd,
          env,
          outputLimitBytes: Math.max(outputLimitBytes, SHOWN_BYTES),
        }),
      );
    } catch (error) {
      if (!TerminalError.is(error)) throw error;
      throw new AcpError("invalid-params", error.message, { code: error.code });
    }
  }

  /** A question that fails is a refusal: nothing runs that nobody allowed. */
  async #ask(request: TerminalRequest): Promise<void> {
    const { signal } = this.#closing;
    const decision = await untilAborted(this.#decide(request), signal);
    if (signal.aborted || decision === null) throw toClosed();
    if (!decision.allow) {
      throw new AcpError("refused", `the client did not allow this command: ${decision.reason}`);
    }
  }

  async #decide(request: TerminalRequest): Promise<TerminalDecision> {
    try {
      return await this.#context.policy(request, this.#closing.signal);
    } catch {
      return { allow: false, reason: "it could not be decided" };
    }
  }
}

/** What a card needs of the newest output, whatever the agent wants to read back. */
const SHOWN_BYTES = 1024 * 1024;

/** What a peer sent in place of a name, short enough to be said back. */
export function toShown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 80) ?? "nothing";
}

function toClosed(): AcpError {
  return new AcpError("closed", "the session is closed");
}

/** Null when the signal aborts first: what then comes of the work is nobody's concern. */
function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result | null> {
  return new Promise((resolve, reject) => {
    const give = (): void => resolve(null);
    if (signal.aborted) give();
    signal.addEventListener("abort", give, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", give));
  });
}

/** The members of a request that name a terminal. */
export function toTerminalRef(params: unknown): { sessionId: unknown; terminalId: unknown } {
  const { sessionId, terminalId } = toFields(params);
  return { sessionId, terminalId };
}
