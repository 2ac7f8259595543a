import { resolve } from "node:path";
import { checkWorkingDirectory } from "@termwire/process";
import { TerminalError } from "@termwire/terminal";
import { UsageError } from "../usage-error.ts";

/**
 * Refuses a session directory that commands cannot run in, before an agent is started for it.
 *
 * @throws UsageError that names the directory and says what is wrong with it.
 */
export async function checkDirectory(path: string): Promise<void> {
  try {
    await checkWorkingDirectory(path);
  } catch (error) {
    if (!TerminalError.is(error)) throw error;
    const hint = error.code === "cwd-relative" ? `; try "${resolve(path)}"` : "";
    throw new UsageError(`--cwd: ${error.message}${hint}`);
  }
}
