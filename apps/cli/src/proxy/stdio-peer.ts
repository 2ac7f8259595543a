import type { Readable, Writable } from "node:stream";
import type { LinePeer } from "@termwire/acp/proxy";
import { readAhead } from "./read-ahead.ts";

/** Held for a peer that reads slowly; enough for it to find the next lines there when it has read the last ones. */
const HELD_BYTES = 1024 * 1024;

/** A peer on a pair of Node streams. What it does not take any more is lost, as the peer is. */
export function createStdioPeer(input: Readable, output: Writable): LinePeer {
  const lines = new LineWriter(output);
  return { input: readAhead(input), write: (line) => lines.write(line) };
}

/** Writes what is said in one turn of the event loop at once. */
class LineWriter {
  readonly #output: Writable;
  readonly #waiting = new Set<() => void>();
  #isCorked = false;

  constructor(output: Writable) {
    this.#output = output;
    for (const event of ["close", "error"]) output.on(event, () => this.#wake());
  }

  async write(line: string | Uint8Array): Promise<void> {
    const output = this.#output;
    if (!output.writable) return;
    if (!this.#isCorked) this.#cork();
    output.write(line);
    output.write("\n", this.#onWritten);
    while (output.writable && output.writableLength > HELD_BYTES) await this.#untilWritten();
  }

  readonly #onWritten = (): void => this.#wake();

  #cork(): void {
    this.#isCorked = true;
    this.#output.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      this.#output.uncork();
    });
  }

  #untilWritten(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
    });
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
