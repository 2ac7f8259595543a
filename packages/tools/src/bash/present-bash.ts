import type { CallView, ResultView } from "../view.ts";
import type { BashArgs } from "./bash-args.ts";
import type { BashResult } from "./bash-result.ts";
import { renderResult } from "./render-result.ts";

/** A terminal: the exact command, its description above, where it runs, whether it outlives its call. Pure. */
export function presentBashCall(args: BashArgs): CallView {
  const { command, description, workdir, runInBackground } = args;
  return {
    card: "terminal",
    title: command,
    ...(description !== undefined && { description }),
    ...(workdir !== undefined && { cwd: workdir }),
    ...(runInBackground === true && { background: true }),
  };
}

/**
 * The terminal's end: its output, and the exit code, the signal or neither, as it is known. A command that runs on as
 * a job has no end to show: what the model reads, verbatim. Pure.
 */
export function presentBashResult(_args: BashArgs, result: BashResult): ResultView {
  if (result.kind === "background") {
    return { card: "generic", content: [{ text: renderResult(result), fence: "text" }] };
  }
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
