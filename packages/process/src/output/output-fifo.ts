import { constants } from "node:fs";
import { closeDescriptors, openDescriptors } from "./open-descriptors.ts";

/** The ends of a pipe for output, open in this process and close-on-exec. */
export interface OutputFifo {
  /** Never blocks. */
  readonly readFd: number;
  /**
   * Two openings of the other end, which block as programs expect of their output. Two, so that a program that sets
   * its stderr not to block, as ssh does, does not cut short what others write to stdout.
   */
  readonly writeFds: readonly [stdout: number, stderr: number];
}

/** Frees a pipe nobody will use. */
export function closeOutputFifo(fifo: OutputFifo): void {
  closeDescriptors([fifo.readFd, ...fifo.writeFds]);
}

/** Opens a named pipe. The reader first: opening a writer waits for a reader. */
export function openOutputFifo(name: string): OutputFifo {
  const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
  const [readFd = -1, stdout = -1, stderr = -1] = openDescriptors(name, [
    O_RDONLY | O_NONBLOCK,
    O_WRONLY,
    O_WRONLY,
  ]);
  return { readFd, writeFds: [stdout, stderr] };
}
