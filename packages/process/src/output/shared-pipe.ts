import { readSync } from "node:fs";
import { Socket, type ConnectOpts, type SocketConstructorOpts } from "node:net";
import type { OutputLogWriter } from "@termwire/terminal";
import { closeDescriptors } from "../fifo/open-descriptors.ts";
import { closeOutputFifo, type OutputFifo } from "./output-fifo.ts";
import type { OutputPipe, OutputReader } from "./output-pipe.ts";

/** What one read takes at most: the usual capacity of a pipe. */
const READ_BYTES = 64 * 1024;

/**
 * The most a pipe can hold (`/proc/sys/fs/pipe-max-size` as shipped), so also the most that can have been printed
 * before an exit and not been read yet. A descendant that floods the pipe is not waited for beyond it.
 */
const DRAIN_LIMIT_BYTES = 1024 * 1024;

/** One pipe for stdout and stderr, so that their bytes arrive in the order in which they were written. */
export function createSharedPipe(fifo: OutputFifo): OutputPipe {
  return {
    stdio: fifo.writeFds,
    startReading: (_child, log) => {
      closeDescriptors(fifo.writeFds);
      return new SharedPipeReader(fifo.readFd, log);
    },
    discard: () => closeOutputFifo(fifo),
  };
}

class SharedPipeReader implements OutputReader {
  readonly ended: Promise<void>;
  readonly #fd: number;
  readonly #log: OutputLogWriter;
  readonly #socket: Socket;
  readonly #drainBuffer = new Uint8Array(READ_BYTES);

  constructor(fd: number, log: OutputLogWriter) {
    this.#fd = fd;
    this.#log = log;
    this.#socket = new Socket(readOptions(fd, log));
    this.ended = new Promise((resolve) => {
      this.#socket.once("close", () => {
        log.end();
        resolve();
      });
    });
    this.#socket.on("error", () => this.close()); // a pipe that cannot be read has nothing more to say
    this.#socket.once("end", () => this.close());
    this.#socket.resume();
  }

  /**
   * A process that has exited left its last bytes in the pipe, so reading until it is empty misses none of them,
   * without waiting for the event loop to come round.
   */
  async drain(): Promise<void> {
    let drained = 0;
    while (!this.#socket.destroyed && drained < DRAIN_LIMIT_BYTES) {
      const length = readNow(this.#fd, this.#drainBuffer);
      if (length === null) return;
      if (length === 0) return this.close();
      this.#log.append(this.#drainBuffer.subarray(0, length));
      drained += length;
    }
    if (this.#socket.destroyed) await this.ended;
  }

  unref(): void {
    this.#socket.unref();
  }

  close(): void {
    this.#log.end();
    this.#socket.destroy();
  }
}

/** One buffer for all reads: the log copies what it keeps, so a flood makes no garbage. */
function readOptions(fd: number, log: OutputLogWriter): SocketConstructorOpts & ConnectOpts {
  return {
    fd,
    readable: true,
    writable: false,
    onread: {
      buffer: new Uint8Array(READ_BYTES),
      callback: (length, buffer) => {
        if (!log.ended) log.append(buffer.subarray(0, length));
        return true;
      },
    },
  };
}

/** Bytes read without waiting: 0 at the end of the stream, null when there are none now. */
function readNow(fd: number, buffer: Uint8Array): number | null {
  try {
    return readSync(fd, buffer);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EAGAIN") return null;
    return 0;
  }
}
