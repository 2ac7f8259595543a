import type { CommandRunner, CommandSpec, RunningCommand } from "./command-runner.ts";
import type { OutputSpill } from "./output-spill.ts";
import { TerminalError } from "./terminal-error.ts";

/** A runner that owns what it started. */
export interface OwnedRunner extends CommandRunner, AsyncDisposable {
  /**
   * Releases everything this runner started and refuses to start more. Resolves when all of it is gone; when some of
   * it would not be released, rejects with the reason, or an AggregateError of several, after all the rest is gone.
   */
  dispose(): Promise<void>;
}

/** With each start so many commands that left something are looked at again: more than can be added meanwhile. */
const LOOKS_PER_START = 2;

/**
 * Wraps a runner so that one owner, such as a session, can be sure that nothing it started outlives it.
 * A command that completed and left nothing behind is forgotten at once, one whose rest has ended or was released
 * later soon after further starts; only the file of its output stays until the owner goes.
 */
export function createOwnedRunner(inner: CommandRunner): OwnedRunner {
  const owned = new Set<RunningCommand>();
  const left = new Set<RunningCommand>();
  const spills = new Set<OutputSpill>();
  const starting = new Set<Promise<unknown>>();
  let disposing: Promise<void> | null = null;

  const forgetIfGone = async (command: RunningCommand): Promise<void> => {
    left.delete(command);
    // Who cannot say what is left of a tree is not trusted to have left nothing.
    const alive = await command.isTreeAlive().catch(() => true);
    if (alive) left.add(command); // behind the others
    else owned.delete(command);
  };

  const follow = async (command: RunningCommand): Promise<void> => {
    await command.completed;
    await forgetIfGone(command);
    await command.outputEnded; // as by a release
    if (left.has(command)) await forgetIfGone(command);
  };

  const start = async (spec: CommandSpec): Promise<RunningCommand> => {
    if (disposing !== null) {
      throw new TerminalError("runner-closed", "cannot start a command: its session is closed", {});
    }
    const started = inner.start(spec);
    starting.add(started);
    for (const command of [...left].slice(0, LOOKS_PER_START)) void forgetIfGone(command);
    try {
      const command = await started;
      owned.add(command);
      if (command.spill !== null) spills.add(command.spill);
      void follow(command);
      return command;
    } finally {
      starting.delete(started);
    }
  };

  const releaseAll = async (): Promise<void> => {
    await Promise.allSettled(starting);
    const releases = await Promise.allSettled([...owned].map(async (command) => command.release()));
    owned.clear();
    left.clear();
    const removals = await Promise.allSettled([...spills].map(async (spill) => spill.remove()));
    spills.clear();
    throwReasons([...releases, ...removals]);
  };

  const dispose = (): Promise<void> => (disposing ??= releaseAll());
  return {
    resolve: (request) => inner.resolve(request),
    start,
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

function throwReasons(results: readonly PromiseSettledResult<unknown>[]): void {
  const reasons = results
    .filter((result) => result.status === "rejected")
    .map((result): unknown => result.reason);
  if (reasons.length === 1) throw reasons[0];
  if (reasons.length > 1) {
    throw new AggregateError(reasons, `${reasons.length} commands could not be released`);
  }
}
