/** Why this package refused or could not do something. */
export type AgentErrorCode =
  /** A provider gave no answer, or only a part of one. */
  | "model-failed"
  /** Settings of models make no sense. */
  | "invalid-config"
  /** There is no such model, or it cannot be used as things are. */
  | "unknown-model";

/** The one error class of this package. No message and no fact of it holds a key. */
export class AgentError extends Error {
  readonly code: AgentErrorCode;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(
    code: AgentErrorCode,
    message: string,
    facts: Readonly<Record<string, unknown>> & { readonly cause?: unknown } = {},
  ) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = "AgentError";
    this.code = code;
    this.facts = facts;
  }

  /** True for an error of this class, also when two copies of the package are loaded. */
  static is(error: unknown): error is AgentError {
    return error instanceof Error && error.name === "AgentError" && "facts" in error;
  }
}
