import { methods, type AgentContext, type CreateTerminalRequest } from "@agentclientprotocol/sdk";
import {
  createTerminalId,
  TerminalError,
  toTerminalId,
  type CommandRequest,
  type CommandRunner,
  type CommandSpec,
  type ResolvedProgram,
} from "@termwire/terminal";
import { createClientCommand } from "./client-command.ts";

/** Options of {@link createClientRunner}. */
export interface ClientRunnerOptions {
  /** The connection's client, which offered `terminal: true`. */
  readonly client: Pick<AgentContext, "request">;
  readonly sessionId: string;
  /** Aborts when the connection is gone. */
  readonly closed: AbortSignal;
  /** Shell in the client's environment that runs lines; absent: `/bin/sh`, which every one has. */
  readonly shell?: string;
}

/** A client asks its person before it starts a command: that long it may take. */
const CREATE_TIMEOUT_MS = 10 * 60 * 1000;
const OUTPUT_LIMIT_BYTES = 1024 * 1024;
/** After `terminal/kill`; a client that does not report the end by then will not. */
const GRACE_MS = 5_000;

/**
 * A runner over the client's `terminal/*`: the command runs where the client is. A line is sent as
 * `[shell, -c, line]` and a directory always, because clients differ in what they make of less. Each command's
 * terminal is released exactly once, on every path.
 */
export function createClientRunner(options: ClientRunnerOptions): CommandRunner {
  return {
    resolve: (request) => resolve(request, options.shell ?? "/bin/sh"),
    async start(spec) {
      const terminalId = await create(options, spec);
      return createClientCommand({ ...options, spec: { ...spec, id: toTerminalId(terminalId) } });
    },
  };
}

function resolve(request: CommandRequest, shell: string): CommandSpec {
  const { program } = request;
  if (request.size !== undefined && request.size !== null) {
    throw new TerminalError(
      "terminal-unavailable",
      "the client's terminals have no size to ask for",
      {
        size: request.size,
      },
    );
  }
  return {
    id: request.id ?? createTerminalId(),
    program: program.kind === "shell" ? { ...program, shell } : program,
    cwd: request.cwd,
    env: request.env ?? {},
    outputLimitBytes: request.outputLimitBytes ?? OUTPUT_LIMIT_BYTES,
    timeoutMs: request.timeoutMs ?? null,
    idleTimeoutMs: null, // its output is known when it has ended, not before
    graceMs: request.graceMs ?? GRACE_MS,
    size: null,
    stdin: "null",
    spill: false,
  };
}

async function create(options: ClientRunnerOptions, spec: CommandSpec): Promise<string> {
  const request: CreateTerminalRequest = {
    sessionId: options.sessionId,
    ...toCommand(spec.program),
    cwd: spec.cwd,
    env: Object.entries(spec.env).map(([name, value]) => ({ name, value })),
    outputByteLimit: spec.outputLimitBytes,
  };
  const signal = AbortSignal.any([options.closed, AbortSignal.timeout(CREATE_TIMEOUT_MS)]);
  try {
    const { terminalId } = await options.client.request(methods.client.terminal.create, request, {
      cancellationSignal: signal,
      stopWaitingOnCancel: true,
    });
    return terminalId;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TerminalError("not-created", `the client did not create the terminal: ${why}`, {
      cause,
    });
  }
}

function toCommand(program: ResolvedProgram): { command: string; args: string[] } {
  return program.kind === "shell"
    ? { command: program.shell, args: ["-c", program.line] }
    : { command: program.file, args: [...program.args] };
}
