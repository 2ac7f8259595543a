import type { ChildProcess } from "node:child_process";
import { closeSync } from "node:fs";
import { Socket } from "node:net";
import type { CommandInput } from "@termwire/terminal";
import type { FifoPool } from "../fifo/fifo-pool.ts";
import { closeInputFifo, createInputFifoPool, type InputFifo } from "./input-fifo.ts";
import { NO_INPUT, type InputWriter } from "./input-writer.ts";
import { createStreamInput } from "./stream-input.ts";

/** Where a child's stdin comes from, made before the child. */
export interface InputPipe {
  /** What the child gets as file descriptor 0. */
  readonly stdio: "ignore" | "pipe" | number;
  /** Called once, right after the child was started. */
  startWriting(child: ChildProcess): InputWriter;
  /** Frees the pipe of a child that could not be started. */
  discard(): void;
}

/** Nothing to read: `/dev/null`. */
export const EMPTY_INPUT: InputPipe = {
  stdio: "ignore",
  startWriting: () => NO_INPUT,
  discard: () => undefined,
};

/** Node's own pipe, for Windows and for systems without `mkfifo`. */
export const NODE_INPUT: InputPipe = {
  stdio: "pipe",
  startWriting: (child) => (child.stdin === null ? NO_INPUT : createStreamInput(child.stdin)),
  discard: () => undefined,
};

/** Made with the first command that reads. */
let sharedPool: FifoPool<InputFifo> | null = null;

/** Opens the input of one command to be, whose output is a pipe. Never rejects. */
export async function openInputPipe(
  stdin: CommandInput,
  platform: NodeJS.Platform,
): Promise<InputPipe> {
  if (stdin === "null") return EMPTY_INPUT;
  if (platform === "win32") return NODE_INPUT;
  sharedPool ??= createInputFifoPool();
  try {
    return createFifoInput(await sharedPool.take());
  } catch {
    return NODE_INPUT; // no mkfifo, or no room in the temporary directory
  }
}

function createFifoInput(fifo: InputFifo): InputPipe {
  return {
    stdio: fifo.readFd,
    startWriting: () => {
      closeSync(fifo.readFd);
      return createStreamInput(new Socket({ fd: fifo.writeFd, readable: false, writable: true }));
    },
    discard: () => closeInputFifo(fifo),
  };
}
