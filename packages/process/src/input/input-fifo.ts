import { closeSync, constants } from "node:fs";
import { createFifoPool, type FifoPool } from "../fifo/fifo-pool.ts";
import { closeDescriptors, openDescriptors } from "../fifo/open-descriptors.ts";

/** The ends of a pipe for input, open in this process and close-on-exec. */
export interface InputFifo {
  /** Blocks, as programs expect of their input. */
  readonly readFd: number;
  /** Never blocks. */
  readonly writeFd: number;
}

/** Frees a pipe nobody will use. */
export function closeInputFifo(fifo: InputFifo): void {
  closeDescriptors([fifo.readFd, fifo.writeFd]);
}

/** Creates a pool of pipes for input, which few commands want. */
export function createInputFifoPool(): FifoPool<InputFifo> {
  return createFifoPool({ open: openInputFifo, close: closeInputFifo, batchSize: 2 });
}

/** Each end waits for the other unless it is told not to: the first reader is only there to let the writer in. */
function openInputFifo(name: string): InputFifo {
  const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
  const [first = -1, writeFd = -1, readFd = -1] = openDescriptors(name, [
    O_RDONLY | O_NONBLOCK,
    O_WRONLY | O_NONBLOCK,
    O_RDONLY,
  ]);
  closeSync(first);
  return { readFd, writeFd };
}
