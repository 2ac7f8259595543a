import type { AskedCommand } from "./slash-command.ts";

/** Does what was asked for; resolves with what the person reads, whatever goes wrong. */
export async function runSlashCommand({ command, argument }: AskedCommand): Promise<string> {
  try {
    return await command.run(argument);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `\`/${command.name}\` failed: ${reason}`;
  }
}
