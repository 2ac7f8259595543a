import type { Exit, ResolvedProgram } from "@termwire/terminal";

/** How a command ends that could not be started, and what its output says. */
export interface StartFailure {
  readonly exit: Exit;
  /** One line for a person, with its line end. */
  readonly text: string;
}

const NOT_FOUND_CODE = 127;
const NOT_EXECUTABLE_CODE = 126;

/**
 * Turns the error of a start into an ending, with the codes shells use. What says nothing about the program, such
 * as a full process table, is `lost`: no code is invented for it. `interpreter` is the one that a script which does
 * exist asks for: the system blames the script.
 */
export function toStartFailure(
  error: unknown,
  program: ResolvedProgram,
  interpreter: string | null = null,
): StartFailure {
  const name = program.kind === "shell" ? program.shell : program.file;
  const code = errorCode(error);
  switch (code) {
    case "ENOENT":
      return failure(
        NOT_FOUND_CODE,
        interpreter === null
          ? `${name}: command not found`
          : `${name}: cannot be run, its interpreter ${interpreter} was not found`,
      );
    case "ENOTDIR":
      return failure(NOT_FOUND_CODE, `${name}: not found, a part of the path is not a directory`);
    case "EACCES":
    case "EPERM":
      return failure(NOT_EXECUTABLE_CODE, `${name}: permission denied`);
    case "ENOEXEC":
      return failure(NOT_EXECUTABLE_CODE, `${name}: not a program this system can run`);
    case "EISDIR":
      return failure(NOT_EXECUTABLE_CODE, `${name}: is a directory`);
    case "E2BIG":
      return failure(
        NOT_EXECUTABLE_CODE,
        `${name}: command line and environment are too long for this system (${commandBytes(program)} bytes of command)`,
      );
    default:
      return lost(`${name}: ${RESOURCE_TEXT[code] ?? messageOf(error)}`);
  }
}

const RESOURCE_TEXT: Readonly<Record<string, string>> = {
  EAGAIN: "cannot start, too many processes (EAGAIN)",
  ENOMEM: "cannot start, not enough memory (ENOMEM)",
  EMFILE: "cannot start, this process has too many open files (EMFILE)",
  ENFILE: "cannot start, the system has too many open files (ENFILE)",
  ETXTBSY: "cannot start, the file is open for writing (ETXTBSY)",
};

function failure(code: number, reason: string): StartFailure {
  return { exit: { kind: "exited", code }, text: `termwire: ${reason}\n` };
}

function lost(reason: string): StartFailure {
  return { exit: { kind: "lost", reason }, text: `termwire: ${reason}\n` };
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function messageOf(error: unknown): string {
  return `cannot start, ${error instanceof Error ? error.message : String(error)}`;
}

function commandBytes(program: ResolvedProgram): number {
  const parts = program.kind === "shell" ? [program.line] : [program.file, ...program.args];
  return parts.reduce((bytes, part) => bytes + Buffer.byteLength(part), 0);
}
