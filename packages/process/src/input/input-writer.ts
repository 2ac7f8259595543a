import { TerminalError } from "@termwire/terminal";

/** Feeds a command. */
export interface InputWriter {
  /** Resolves when the system has taken all of it; rejects with TerminalError `input-closed`. */
  write(bytes: Uint8Array): Promise<void>;
  /** Says that nothing follows. Twice is fine. */
  end(): Promise<void>;
  /** The command has ended: what waits to be written is refused. Twice is fine. */
  close(): void;
}

/** The refusal of every write that cannot be taken. */
export function inputClosed(why: string, cause?: unknown): TerminalError {
  return new TerminalError("input-closed", `cannot write to the command: ${why}`, { why, cause });
}

/** The writer of a command that reads nothing. */
export const NO_INPUT: InputWriter = {
  write: () => Promise.reject(inputClosed("it was started without an input")),
  end: () => Promise.resolve(),
  close: () => undefined,
};
