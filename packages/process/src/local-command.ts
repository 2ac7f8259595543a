import type { CommandRunner, CommandSpec, RunningCommand } from "@termwire/terminal";

/** A command on this machine. */
export interface LocalCommand extends RunningCommand {
  /** Id of the direct child; null when it could not be started. After the exit it may be another process's. */
  readonly pid: number | null;
  /**
   * True while the command waits for somebody to type into its terminal, as far as the system shows it; false when it
   * does not, or has no terminal to be typed to; null where the system does not tell.
   */
  isWaitingForInput(): boolean | null;
  watchWaiting(onChange: (isWaiting: boolean) => void): () => void;
}

/** Runs commands on this machine. */
export interface LocalRunner extends CommandRunner {
  start(spec: CommandSpec): Promise<LocalCommand>;
}
