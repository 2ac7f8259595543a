/** Why something of this package was refused. */
export type AcpErrorCode =
  | "invalid-params"
  | "unknown-session"
  | "session-busy"
  | "unknown-terminal"
  | "refused"
  | "too-many-terminals"
  | "closed";

/** The one error class of this package. It knows nothing of JSON-RPC: wire errors are made where it meets the SDK. */
export class AcpError extends Error {
  readonly code: AcpErrorCode;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(code: AcpErrorCode, message: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = "AcpError";
    this.code = code;
    this.facts = facts;
  }

  /** True for an error of this class, also when two copies of the package are loaded. */
  static is(error: unknown): error is AcpError {
    return error instanceof Error && error.name === "AcpError" && "facts" in error;
  }
}
