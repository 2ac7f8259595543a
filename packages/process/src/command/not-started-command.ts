import {
  createOutputLog,
  toEnding,
  type CommandSpec,
  type Completion,
  type Exit,
  type OutputLog,
} from "@termwire/terminal";
import { inputClosed } from "../input/input-writer.ts";
import type { LocalCommand } from "../local-command.ts";
import type { StartFailure } from "../start/start-failure.ts";

/** Creates the handle of a command that could not be started: it has ended, and its output says why. */
export function createNotStartedCommand(spec: CommandSpec, failure: StartFailure): LocalCommand {
  return {
    spec,
    pid: null,
    isWaitingForInput: () => false,
    watchWaiting: () => () => undefined,
    startedAtMs: Date.now(),
    output: createReasonLog(spec, failure.text),
    spill: null,
    exited: Promise.resolve<Exit>(failure.exit),
    outputEnded: Promise.resolve(),
    completed: Promise.resolve<Completion>({
      ending: toEnding(failure.exit, "not-started"),
      durationMs: 0,
      timeout: null,
      sandboxDenial: null,
    }),
    write: () => Promise.reject(inputClosed("it could not be started")),
    endInput: doNothing,
    resize: () => undefined,
    terminate: doNothing,
    isTreeAlive: async () => false,
    release: doNothing,
    [Symbol.asyncDispose]: doNothing,
  };
}

function createReasonLog(spec: CommandSpec, text: string): OutputLog {
  const log = createOutputLog(spec.outputLimitBytes);
  log.append(new TextEncoder().encode(text));
  log.end();
  return log;
}

async function doNothing(): Promise<void> {}
