import type { ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { OutputLogWriter } from "@termwire/terminal";
import type { OutputDecoder } from "./choose-decoder.ts";
import type { OutputPipe, OutputReader } from "./output-pipe.ts";

/** Turns of the event loop without a byte after which a pipe counts as quiet. */
const QUIET_TURNS = 2;

/** However much a descendant still prints, a drain takes no more turns than this. */
const MAX_TURNS = 64;

/**
 * Node's own two pipes, for Windows and for systems without `mkfifo`. Bytes of one stream keep their order; between
 * the two streams the order is only as good as the event loop's. Where programs do not print UTF-8, `createDecoder`
 * makes for each stream what reads them, and the log has their text in UTF-8; null: the bytes as they are.
 */
export function createSeparatePipes(
  createDecoder: (() => OutputDecoder) | null = null,
): OutputPipe {
  return {
    stdio: ["pipe", "pipe"],
    startReading: (child, log) => new SeparatePipesReader(child, log, createDecoder),
    discard: () => undefined,
  };
}

class SeparatePipesReader implements OutputReader {
  readonly ended: Promise<void>;
  readonly #log: OutputLogWriter;
  readonly #streams: readonly Readable[];

  constructor(
    child: ChildProcess,
    log: OutputLogWriter,
    createDecoder: (() => OutputDecoder) | null,
  ) {
    this.#log = log;
    this.#streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
    this.ended = Promise.all(
      this.#streams.map((stream) => this.#read(stream, createDecoder?.() ?? null)),
    ).then(() => log.end());
  }

  async drain(): Promise<void> {
    let quiet = 0;
    for (let turn = 0; quiet < QUIET_TURNS && turn < MAX_TURNS && !this.#log.ended; turn++) {
      const before = this.#log.endOffset;
      await nextTurn();
      quiet = this.#log.endOffset === before ? quiet + 1 : 0;
    }
  }

  unref(): void {
    for (const stream of this.#streams) {
      if (stream instanceof Socket) stream.unref();
    }
  }

  close(): void {
    this.#log.end();
    for (const stream of this.#streams) stream.destroy();
  }

  #read(stream: Readable, decoder: OutputDecoder | null): Promise<void> {
    const append = (bytes: Uint8Array): void => {
      if (!this.#log.ended) this.#log.append(bytes);
    };
    return new Promise((resolve) => {
      stream.on("data", (bytes: Uint8Array) => {
        append(decoder === null ? bytes : Buffer.from(decoder.decode(bytes)));
      });
      stream.on("error", () => stream.destroy());
      stream.once("close", () => {
        if (decoder !== null) append(Buffer.from(decoder.flush()));
        resolve();
      });
    });
  }
}
