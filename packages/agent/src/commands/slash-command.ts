import type { SessionCommand } from "@termwire/acp/agent";

/** Something a person can have done by a prompt of `/name`. It is never told to a model. */
export interface SlashCommand extends SessionCommand {
  /**
   * Does it; `argument` is what follows the name, trimmed, "" for nothing. Resolves with what the person reads, also
   * when it cannot be done.
   */
  readonly run: (argument: string) => Promise<string>;
}

/** A command that was asked for. */
export interface AskedCommand {
  readonly command: SlashCommand;
  readonly argument: string;
}

/** A name, then nothing or a space and what follows it, on one line. */
const PROMPT = /^\/(?<name>[a-z][a-z-]*)(?:[ \t]+(?<argument>[^\r\n]*))?$/u;

/**
 * Finds the command a prompt asks for. Null for anything else, a name there is not included: that is for the model, which
 * for what is typed runs it, such as `/usr/bin/env`.
 */
export function parseSlashCommand(
  prompt: string,
  commands: readonly SlashCommand[],
): AskedCommand | null {
  const { name, argument = "" } = PROMPT.exec(prompt.trim())?.groups ?? {};
  const command = commands.find((each) => each.name === name);
  return command === undefined ? null : { command, argument: argument.trim() };
}
