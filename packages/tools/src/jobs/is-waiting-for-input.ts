import type { RunningCommand } from "@termwire/terminal";
import { delay } from "../delay.ts";

/** A runner that can tell gives its commands this. */
interface Attentive {
  isWaitingForInput(): boolean | null;
}

/** True while the command waits for somebody to type, false when it does not, null where nobody can tell. */
export function isWaitingForInput(command: RunningCommand): boolean | null {
  try {
    return isAttentive(command) ? command.isWaitingForInput() : null;
  } catch {
    return null;
  }
}

function isAttentive(command: object): command is Attentive {
  return "isWaitingForInput" in command && typeof command.isWaitingForInput === "function";
}

/** Short for a person; long enough that looking costs nothing. */
const POLL_MS = 200;
/** A program that reads between two steps is not waiting for anybody. */
const POLLS_IN_A_ROW = 3;

/** Resolves true once the command has been waiting for input for half a second, false when the signal aborts before. */
export async function waitForInputWait(
  command: RunningCommand,
  signal: AbortSignal,
): Promise<boolean> {
  let inARow = 0;
  while (!signal.aborted) {
    inARow = isWaitingForInput(command) === true ? inARow + 1 : 0;
    if (inARow === POLLS_IN_A_ROW) return true;
    await delay(POLL_MS, signal);
  }
  return false;
}
