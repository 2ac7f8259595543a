import type { CommandRunner, CommandSpec, RunningCommand } from "./command-runner.ts";
import type { OutputSpill } from "./output-spill.ts";
import { TerminalError } from "./terminal-error.ts";

/** A runner that owns what it started. */
export interface OwnedRunner extends CommandRunner, AsyncDisposable {
  /** Releases everything this runner started and refuses to start more. Resolves when all of it is gone. */
  dispose(): Promise<void>;
}

/**
 * Wraps a runner so that one owner, such as a session, can be sure that nothing it started outlives it.
 * A command that was released, or that completed and left nothing behind, is forgotten at once; only the file of its
 * output stays until the owner goes.
 */
export function createOwnedRunner(inner: CommandRunner): OwnedRunner {
  const owned = new Set<RunningCommand>();
  const spills = new Set<OutputSpill>();
  const starting = new Set<Promise<unknown>>();
  let disposing: Promise<void> | null = null;

  const forgetWhenGone = async (command: RunningCommand): Promise<void> => {
    await command.completed;
    // Who cannot say what is left of a tree is not trusted to have left nothing.
    const alive = await command.isTreeAlive().catch(() => true);
    if (!alive) owned.delete(command);
  };

  const start = async (spec: CommandSpec): Promise<RunningCommand> => {
    if (disposing !== null) {
      throw new TerminalError("runner-closed", "cannot start a command: its session is closed", {});
    }
    const started = inner.start(spec);
    starting.add(started);
    try {
      const command = await started;
      owned.add(command);
      if (command.spill !== null) spills.add(command.spill);
      void forgetWhenGone(command);
      return command;
    } finally {
      starting.delete(started);
    }
  };

  const releaseAll = async (): Promise<void> => {
    await Promise.allSettled(starting);
    await Promise.allSettled([...owned].map((command) => command.release()));
    owned.clear();
    for (const spill of spills) removeQuietly(spill);
    spills.clear();
  };

  const dispose = (): Promise<void> => (disposing ??= releaseAll());
  return {
    resolve: (request) => inner.resolve(request),
    start,
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

/** What one file does, the next one is removed. */
function removeQuietly(spill: OutputSpill): void {
  try {
    spill.remove();
  } catch {
    // A runner that breaks its word must not keep the others' files.
  }
}
