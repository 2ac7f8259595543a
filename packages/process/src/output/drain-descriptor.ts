import { readSync } from "node:fs";
import type { OutputLogWriter } from "@termwire/terminal";
import { READ_BUFFER } from "./read-buffer.ts";

/**
 * The most a pipe can hold (`/proc/sys/fs/pipe-max-size` as shipped), so also the most that can have been printed
 * before an exit and not been read yet. A descendant that floods the pipe is not waited for beyond it.
 */
const DRAIN_LIMIT_BYTES = 1024 * 1024;

/** Where reading on stops before there is nothing left. */
interface ReadBounds {
  readonly limitBytes: number;
  /** A read of fewer bytes than that was the last one: asking once more for nothing costs as much as ten reads. */
  readonly fullReadBytes: number;
}

/**
 * Moves what can be read now from a descriptor that does not block to a log, without a turn of the event loop.
 * A process that has exited left its last bytes in the kernel, so reading until there are none misses none of them.
 *
 * True when the descriptor is at its end.
 */
export function drainDescriptor(
  descriptor: number,
  log: OutputLogWriter,
  { limitBytes, fullReadBytes }: ReadBounds = { limitBytes: DRAIN_LIMIT_BYTES, fullReadBytes: 0 },
): boolean {
  for (let drained = 0; drained < limitBytes;) {
    const length = readNow(descriptor);
    if (length === null) return false;
    if (length === 0) return true;
    log.append(READ_BUFFER.subarray(0, length));
    if (length < fullReadBytes) return false;
    drained += length;
  }
  return false;
}

/** Bytes read without waiting: null when there are none now; 0 at the end, an error included (a terminal's is EIO). */
function readNow(descriptor: number): number | null {
  try {
    return readSync(descriptor, READ_BUFFER);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EAGAIN" ? null : 0;
  }
}
