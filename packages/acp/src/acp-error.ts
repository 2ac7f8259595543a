/** Why something of this package was refused. */
export type AcpErrorCode =
  | "invalid-params"
  | "unknown-session"
  | "session-busy"
  | "unknown-terminal"
  | "refused"
  | "too-many-terminals"
  | "closed"
  | "failed";

/**
 * The one error class of this package. It knows nothing of JSON-RPC: wire errors are made where it meets the SDK. `facts`
 * may reach the peer; a `cause` among them becomes the error's own and never does.
 */
export class AcpError extends Error {
  readonly code: AcpErrorCode;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(code: AcpErrorCode, message: string, facts: Readonly<Record<string, unknown>> = {}) {
    const { cause, ...told } = facts;
    super(message, cause === undefined ? undefined : { cause });
    this.name = "AcpError";
    this.code = code;
    this.facts = told;
  }

  /** True for an error of this class, also when two copies of the package are loaded. */
  static is(error: unknown): error is AcpError {
    return error instanceof Error && error.name === "AcpError" && "facts" in error;
  }
}
