import type { Readable, Writable } from "node:stream";
import type { LinePeer } from "@termwire/acp/proxy";

/** A peer on a pair of Node streams. What it does not take any more is lost, as the peer is. */
export function createStdioPeer(input: Readable, output: Writable): LinePeer {
  const untilDrained = createDrainWait(output);
  return {
    input: readChunks(input),
    async write(line) {
      if (!output.writable) return;
      output.cork();
      output.write(line);
      output.write("\n");
      output.uncork();
      if (output.writableNeedDrain) await untilDrained();
    },
  };
}

/** Resolves when a stream takes more, or never will again. One set of listeners for all waits: there is one per line. */
function createDrainWait(output: Writable): () => Promise<void> {
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  for (const event of ["drain", "close", "error"]) output.on(event, wake);
  return () =>
    new Promise((resolve) => {
      waiting.add(resolve);
    });
}

/** A stream that breaks has ended. */
async function* readChunks(input: Readable): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterable<Uint8Array> = input;
  try {
    yield* chunks;
  } catch {
    // What came of it was passed on.
  }
}
