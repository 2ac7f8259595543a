import { Socket } from "node:net";
import type { OutputLogWriter } from "@termwire/terminal";
import { drainDescriptor } from "./drain-descriptor.ts";
import { closeDescriptors } from "./open-descriptors.ts";
import { closeOutputFifo, type OutputFifo } from "./output-fifo.ts";
import type { OutputPipe, OutputReader } from "./output-pipe.ts";
import { createReadOptions } from "./read-options.ts";

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

  constructor(fd: number, log: OutputLogWriter) {
    this.#fd = fd;
    this.#log = log;
    this.#socket = new Socket({ fd, ...createReadOptions(log) });
    this.ended = new Promise((resolve) => {
      this.#socket.once("close", resolve);
    });
    this.#socket.on("error", () => this.close()); // a pipe that cannot be read has nothing more to say
    this.#socket.once("end", () => this.close());
    this.#socket.resume();
  }

  async drain(): Promise<void> {
    if (!this.#socket.destroyed && drainDescriptor(this.#fd, this.#log)) this.close();
  }

  unref(): void {
    this.#socket.unref();
  }

  close(): void {
    this.#log.end();
    this.#socket.destroy();
  }
}
