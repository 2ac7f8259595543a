import type { ChildProcess } from "node:child_process";
import type { CommandInput } from "@termwire/terminal";
import { NO_INPUT, type InputWriter } from "./input-writer.ts";
import { createStreamInput } from "./stream-input.ts";

/** Where a child's stdin comes from. */
export interface InputPipe {
  /** What the child gets as file descriptor 0. */
  readonly stdio: "ignore" | "pipe";
  /** Called once, right after the child was started. */
  startWriting(child: ChildProcess): InputWriter;
}

/** Nothing to read: `/dev/null`. */
const EMPTY_INPUT: InputPipe = {
  stdio: "ignore",
  startWriting: () => NO_INPUT,
};

/**
 * Node's own pipe. It is a socket pair, which `/dev/stdin` cannot reopen; but a named pipe, like that of the output,
 * would do worse: reopened after the last write and its end, it waits for a writer for ever.
 */
const PIPED_INPUT: InputPipe = {
  stdio: "pipe",
  startWriting: (child) => (child.stdin === null ? NO_INPUT : createStreamInput(child.stdin)),
};

/** The input of a command that is not typed to. */
export function chooseInputPipe(stdin: CommandInput): InputPipe {
  return stdin === "pipe" ? PIPED_INPUT : EMPTY_INPUT;
}
