import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { inputClosed, type InputWriter } from "../input/input-writer.ts";

/** A command that does not read what is typed is asked again after that long. */
const RETRY_MS = 10;

/** The end of file as it is typed. */
const END_OF_FILE: Uint8Array = Uint8Array.of(4);

/**
 * Types into a terminal through its master, which does not block. Not through a stream of the runtime: that writes to
 * terminals in a loop which never ends while the command does not read.
 */
export function createTerminalInput(master: number): InputWriter {
  let open = true;
  let last: Promise<unknown> = Promise.resolve();

  const writeAll = async (bytes: Uint8Array): Promise<void> => {
    for (let at = 0; at < bytes.length;) {
      if (!open) throw inputClosed("it has ended");
      const written = writeNow(master, bytes.subarray(at));
      if (written === 0) await sleep(RETRY_MS);
      at += written;
    }
  };

  const write = (bytes: Uint8Array): Promise<void> => {
    if (!open) return Promise.reject(inputClosed("it has ended"));
    const copy = Uint8Array.from(bytes);
    const written = last.then(() => writeAll(copy));
    last = written.catch(() => undefined); // each write is told by its own promise
    return written;
  };

  return {
    write,
    end: () => write(END_OF_FILE).catch(() => undefined),
    close: () => {
      open = false;
    },
  };
}

/** Bytes taken, 0 when there is no room now. */
function writeNow(master: number, bytes: Uint8Array): number {
  try {
    return writeSync(master, bytes);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EAGAIN") return 0;
    throw inputClosed("its terminal is gone", error);
  }
}
