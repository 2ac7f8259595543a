import {
  createTerminalId,
  type CommandRequest,
  type CommandSpec,
  type Program,
  type ResolvedProgram,
} from "@termwire/terminal";
import {
  checkDurationMs,
  checkEnv,
  checkInput,
  checkLimitBytes,
  checkSize,
  checkText,
} from "./check-request.ts";

/** A screenful a thousand times over, and what ACP hosts keep for a terminal nobody asked a limit for. */
export const DEFAULT_OUTPUT_LIMIT_BYTES: number = 1024 * 1024;

/** Long enough for a compiler or a dev server to remove its lock and temporary files, short enough to wait for. */
export const DEFAULT_GRACE_MS = 3_000;

/**
 * Decides every default of a request. The environment of the result holds only what the caller adds, so that a
 * spec can be logged without the secrets of this process.
 *
 * @throws TerminalError `invalid-request` or `invalid-limit` saying what was expected and what came.
 */
export function resolveRequest(request: CommandRequest, shell: () => string): CommandSpec {
  return {
    id: request.id ?? createTerminalId(),
    program: resolveProgram(request.program, shell),
    cwd: checkText("cwd", request.cwd),
    env: checkEnv(request.env ?? {}),
    outputLimitBytes: checkLimitBytes(request.outputLimitBytes ?? DEFAULT_OUTPUT_LIMIT_BYTES),
    timeoutMs: checkTimeoutMs("timeoutMs", request.timeoutMs ?? null),
    idleTimeoutMs: checkTimeoutMs("idleTimeoutMs", request.idleTimeoutMs ?? null),
    graceMs: checkDurationMs("graceMs", request.graceMs ?? DEFAULT_GRACE_MS, 0),
    size: checkSize(request.size ?? null),
    stdin: checkInput(request.stdin ?? "null", request.size ?? null),
    spill: request.spill ?? false,
  };
}

function resolveProgram(program: Program, shell: () => string): ResolvedProgram {
  switch (program.kind) {
    case "shell":
      return { kind: "shell", line: checkText("shell line", program.line), shell: shell() };
    case "file":
      return {
        kind: "file",
        file: checkText("file", program.file),
        args: program.args.map((arg, index) =>
          checkText(`args[${index}]`, arg, { empty: "allowed" }),
        ),
      };
  }
}

/** Zero is refused: some callers mean "no limit" by it, others "at once". */
function checkTimeoutMs(name: string, value: number | null): number | null {
  return value === null ? null : checkDurationMs(name, value, Number.MIN_VALUE);
}
