import type { CommandRunner, CommandSpec, RunningCommand } from "@termwire/terminal";
import { delay } from "../delay.ts";

/** A command that starts as usual within it is ended as one that ran, with all that is known of it. */
const CANCEL_PATIENCE_MS = 1_000;

/**
 * Starts a command, and stops waiting for its start a second after the signal aborts: somewhere else a start can take
 * its time, or never be answered. One that starts all the same is ended and released.
 *
 * @throws whatever the runner throws; the signal's reason.
 */
export async function startUnlessCancelled(
  runner: CommandRunner,
  spec: CommandSpec,
  signal: AbortSignal,
): Promise<RunningCommand> {
  const starting = runner.start(spec);
  const isStarted = new AbortController();
  const givenUp = giveUp(signal, isStarted.signal);
  const command = await Promise.race([starting, givenUp]).finally(() => isStarted.abort());
  if (command !== null) return command;
  starting.then(endLate, () => undefined).catch(() => undefined); // nobody waits for it any more
  throw signal.reason;
}

/** Resolves a second after the signal's abort; sooner, to no purpose, when it is not waited for any more. */
async function giveUp(signal: AbortSignal, isStarted: AbortSignal): Promise<null> {
  if (!signal.aborted) {
    await new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true, signal: isStarted });
      isStarted.addEventListener("abort", () => resolve(), { once: true });
    });
  }
  await delay(CANCEL_PATIENCE_MS, isStarted);
  return null;
}

async function endLate(command: RunningCommand): Promise<void> {
  await command.terminate("cancelled");
  await command.release();
}
