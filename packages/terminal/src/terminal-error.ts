/** Why this package, or a runner behind its port, refused something. */
export type TerminalErrorCode =
  | "invalid-id"
  | "invalid-limit"
  | "invalid-offset"
  | "invalid-request"
  | "cwd-relative"
  | "cwd-missing"
  | "cwd-not-directory"
  | "cwd-not-accessible"
  | "input-closed"
  | "terminal-unavailable"
  | "sandbox-unavailable"
  | "not-created"
  | "tree-unknown"
  | "runner-closed";

/**
 * The one error class of this package. `code` says what kind it is, `facts` what came;
 * a command that ends with a non-zero exit code is never an error.
 */
export class TerminalError extends Error {
  readonly code: TerminalErrorCode;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(
    code: TerminalErrorCode,
    message: string,
    facts: Readonly<Record<string, unknown>> & { readonly cause?: unknown } = {},
  ) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = "TerminalError";
    this.code = code;
    this.facts = facts;
  }

  /** True for an error of this class, also when two copies of the package are loaded. */
  static is(error: unknown): error is TerminalError {
    return error instanceof Error && error.name === "TerminalError" && "facts" in error;
  }
}
