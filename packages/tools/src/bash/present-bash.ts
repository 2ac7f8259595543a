import type { CallView, ResultView } from "../view.ts";
import type { BashArgs } from "./bash-args.ts";
import type { BashResult } from "./bash-result.ts";

/** A terminal: the exact command, its description above, where it runs. Pure. */
export function presentBashCall({ command, description, workdir }: BashArgs): CallView {
  return {
    card: "terminal",
    title: command,
    ...(description !== undefined && { description }),
    ...(workdir !== undefined && { cwd: workdir }),
  };
}

/** The terminal's end: its output, and the exit code, the signal or neither, as it is known. Pure. */
export function presentBashResult(_args: BashArgs, result: BashResult): ResultView {
  const { ending, output, durationMs } = result;
  return {
    card: "terminal",
    output,
    ...(ending.kind === "exited" && { exitCode: ending.code }),
    ...(ending.kind === "signaled" && { signal: ending.signal }),
    cause: ending.cause,
    durationMs,
  };
}
