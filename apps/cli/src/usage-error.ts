/** The command was called wrongly: the message says what was expected and what came. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }

  /** True for an error of this class. */
  static is(error: unknown): error is UsageError {
    return error instanceof UsageError;
  }
}
