/** Why this package refused something. */
export type ToolErrorCode =
  | "invalid-args"
  | "invalid-tool"
  | "invalid-options"
  | "duplicate-tool"
  | "unknown-tool"
  | "unknown-job"
  | "too-many-jobs"
  | "jobs-closed"
  | "no-input";

/**
 * The one error class of this package. `code` says what kind it is, `facts` what came. What goes wrong while a tool
 * runs is not an error but a failed outcome.
 */
export class ToolError extends Error {
  readonly code: ToolErrorCode;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(
    code: ToolErrorCode,
    message: string,
    facts: Readonly<Record<string, unknown>> & { readonly cause?: unknown } = {},
  ) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = "ToolError";
    this.code = code;
    this.facts = facts;
  }

  /** True for an error of this class, also when two copies of the package are loaded. */
  static is(error: unknown): error is ToolError {
    return error instanceof Error && error.name === "ToolError" && "facts" in error;
  }
}
