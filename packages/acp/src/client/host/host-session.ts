import {
  TerminalError,
  toTerminalId,
  type CommandRunner,
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
import { toProgram, type ExecutableLookup } from "./to-program.ts";

/** What the sessions of one connection share. */
export interface HostSessionContext {
  readonly runner: CommandRunner;
  readonly policy: TerminalPolicy;
  readonly limits: TerminalHostLimits;
  readonly isExecutable: ExecutableLookup;
  readonly copies: DisplayCopies;
  /** Room on the connection for one more command. @throws AcpError `too-many-terminals` */
  readonly checkRoom: () => void;
  readonly emit: (sessionId: string, event: TerminalEvent) => void;
}

/** Ids listed in an error: enough for an agent that mixed two up. */
const MAX_LISTED_IDS = 20;

/** One session's terminals. Nothing of another session can be reached through it. */
export class HostSession {
  readonly id: string;
  readonly cwd: string;
  readonly #context: HostSessionContext;
  readonly #terminals = new Map<TerminalId, HostTerminal>();
  readonly #closing = new AbortController();
  #starting = 0;

  constructor(id: string, cwd: string, context: HostSessionContext) {
    this.id = id;
    this.cwd = cwd;
    this.#context = context;
  }

  /** Commands that run or are being started. */
  get runningCount(): number {
    return (
      [...this.#terminals.values()].filter(({ isRunning }) => isRunning).length + this.#starting
    );
  }

  get retainedCount(): number {
    return this.#terminals.size + this.#starting;
  }

  /** Starts a command. @throws AcpError for anything that keeps it from running; nothing was started then. */
  async create(params: unknown): Promise<TerminalId> {
    const asked = parseCreate(params, this.#context.limits);
    await this.#makeRoom();
    this.#context.checkRoom();
    this.#starting += 1;
    try {
      const command = await this.#start(asked);
      const terminal = createHostTerminal(command, asked.outputLimitBytes, (event) =>
        this.#context.emit(this.id, event),
      );
      this.#terminals.set(terminal.id, terminal);
      if (this.#closing.signal.aborted) await this.release(terminal.id);
      return terminal.id;
    } finally {
      this.#starting -= 1;
    }
  }

  /** @throws AcpError `unknown-terminal` for an id that is not, or no longer, one of this session's. */
  find(terminalId: unknown): HostTerminal {
    const id = typeof terminalId === "string" ? this.#known(terminalId) : undefined;
    if (id !== undefined) return id;
    const own = [...this.#terminals.keys()].slice(0, MAX_LISTED_IDS);
    const has = own.length === 0 ? "it has none" : `it has ${own.join(", ")}`;
    const shown = JSON.stringify(terminalId)?.slice(0, 80) ?? "nothing";
    throw new AcpError("unknown-terminal", `no terminal ${shown} in this session; ${has}`, {
      terminalId,
    });
  }

  /** Ends and forgets a terminal; its copy lives on. One that would not end stays, so that release can be tried again. */
  async release(terminalId: unknown): Promise<void> {
    const terminal = this.find(terminalId);
    const copy = await terminal.release();
    if (this.#terminals.delete(terminal.id)) this.#context.copies.keep(terminal.id, copy);
  }

  readCopy(id: TerminalId): DisplayCopy | null {
    return this.#terminals.get(id)?.readCopy() ?? this.#context.copies.get(id);
  }

  /** Releases everything, also what is just being started or asked about. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled([...this.#terminals.keys()].map((id) => this.release(id)));
  }

  #known(value: string): HostTerminal | undefined {
    try {
      return this.#terminals.get(toTerminalId(value));
    } catch {
      return undefined;
    }
  }

  async #start(asked: CreateTerminal): Promise<RunningCommand> {
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
    const decision = await this.#decide(request).catch((error: unknown) => ({
      allow: false as const,
      reason: error instanceof Error ? error.message : String(error),
    }));
    if (this.#closing.signal.aborted) throw new AcpError("closed", "the session is closed");
    if (!decision.allow) {
      throw new AcpError("refused", `the client did not allow this command: ${decision.reason}`);
    }
  }

  async #decide(request: TerminalRequest): Promise<TerminalDecision> {
    return this.#context.policy(request, this.#closing.signal);
  }

  /** Agents that never release are common: their oldest ended terminal gives way before a new one is refused. */
  async #makeRoom(): Promise<void> {
    const { runningPerSession, retainedPerSession } = this.#context.limits;
    if (this.#closing.signal.aborted) throw new AcpError("closed", "the session is closed");
    if (this.runningCount >= runningPerSession) {
      throw new AcpError(
        "too-many-terminals",
        `this session runs ${runningPerSession} commands already; wait for one or kill one`,
      );
    }
    while (this.retainedCount >= retainedPerSession) {
      const oldest = [...this.#terminals.values()].find(({ isRunning }) => !isRunning);
      if (oldest === undefined) {
        throw new AcpError(
          "too-many-terminals",
          `this session has ${retainedPerSession} terminals; release one`,
        );
      }
      await this.release(oldest.id);
    }
  }
}

/** What a card needs of the newest output, whatever the agent wants to read back. */
const SHOWN_BYTES = 1024 * 1024;

/** The members of a request that name a terminal. */
export function toTerminalRef(params: unknown): { sessionId: unknown; terminalId: unknown } {
  const { sessionId, terminalId } = toFields(params);
  return { sessionId, terminalId };
}
