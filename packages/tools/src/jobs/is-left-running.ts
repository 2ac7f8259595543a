import type { RunningCommand } from "@termwire/terminal";
import { delay } from "../delay.ts";

/** What is just ending when its parent has ended is nothing anybody needs to know of. */
const LINGER_MS = 50;

/** True when a completed command left processes behind that live on. */
export async function isLeftRunning(command: RunningCommand): Promise<boolean> {
  if (!(await isTreeAlive(command))) return false;
  await delay(LINGER_MS);
  return isTreeAlive(command);
}

/** True while something of the command's tree lives, as far as is known: not known is not said. */
export function isTreeAlive(command: RunningCommand): Promise<boolean> {
  return command.isTreeAlive().catch(() => false);
}
