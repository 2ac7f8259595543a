import { ReadStream } from "node:tty";
import type { OutputLogWriter } from "@termwire/terminal";
import { drainDescriptor } from "../output/drain-descriptor.ts";
import type { OutputReader } from "../output/output-pipe.ts";
import { createReadOptions } from "../output/read-options.ts";
import type { Pty } from "./pty.ts";

/** How soon late bytes of descendants are looked for; the pause grows while there are none. */
const FIRST_POLL_MS = 5;
const MAX_POLL_MS = 100;

/**
 * A terminal gives 4 KiB at most, and the event loop asks for them one at a time. After a read that big there is more,
 * which costs half as much to read at once; so much of it is read before anything else gets its turn.
 */
const BIG_READ_BYTES = 2048;
const BURST = { limitBytes: 64 * 1024, fullReadBytes: BIG_READ_BYTES };

/** Reads what is printed on a terminal. */
export function createTerminalReader(pty: Pty, log: OutputLogWriter): OutputReader {
  return new TerminalReader(pty, log);
}

/**
 * While the command runs, the event loop reads; our own opening of the slave keeps it from seeing an end. After the
 * exit, which the first drain stands for, that opening is closed and the master is read by hand: the event loop takes
 * a short read together with the hang-up for the end and loses what is behind it.
 */
class TerminalReader implements OutputReader {
  readonly ended: Promise<void>;
  readonly #pty: Pty;
  readonly #log: OutputLogWriter;
  readonly #stream: ReadStream;
  #polling: NodeJS.Timeout | null = null;
  #isUnref = false;

  constructor(pty: Pty, log: OutputLogWriter) {
    this.#pty = pty;
    this.#log = log;
    this.#stream = new ReadStream(
      pty.master,
      createReadOptions(log, (bytes) => this.#readOn(bytes)),
    );
    this.ended = new Promise((resolve) => {
      this.#stream.once("close", resolve);
    });
    this.#stream.on("error", () => this.close());
    this.#stream.once("end", () => this.close());
    this.#stream.resume();
  }

  async drain(): Promise<void> {
    if (this.#log.ended) return;
    if (this.#polling !== null) return this.#readNow();
    this.#stream.pause();
    drainDescriptor(this.#pty.master, this.#log);
    this.#pty.closeSlave();
    this.#readNow();
    if (!this.#log.ended) this.#poll(FIRST_POLL_MS);
  }

  unref(): void {
    this.#isUnref = true;
    this.#stream.unref();
    this.#polling?.unref();
  }

  close(): void {
    if (this.#log.ended) return;
    this.#log.end();
    if (this.#polling !== null) clearTimeout(this.#polling);
    this.#pty.closeSlave();
    this.#stream.once("close", () => this.#pty.noteMasterClosed());
    this.#stream.destroy();
  }

  #readOn(lengthBytes: number): void {
    if (lengthBytes < BIG_READ_BYTES || this.#log.ended) return;
    drainDescriptor(this.#pty.master, this.#log, BURST);
  }

  #readNow(): void {
    if (drainDescriptor(this.#pty.master, this.#log)) this.close();
  }

  #poll(delayMs: number): void {
    this.#polling = setTimeout(() => {
      const before = this.#log.endOffset;
      this.#readNow();
      if (this.#log.ended) return;
      const quiet = this.#log.endOffset === before;
      this.#poll(quiet ? Math.min(delayMs * 2, MAX_POLL_MS) : FIRST_POLL_MS);
    }, delayMs);
    if (this.#isUnref) this.#polling.unref();
  }
}
