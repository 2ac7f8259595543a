import type { Readable, Writable } from "node:stream";
import type { LinePeer } from "@termwire/acp/proxy";
import { untilWritable } from "../tap/until-writable.ts";

/** A peer on a pair of Node streams. What it does not take any more is lost, as the peer is. */
export function createStdioPeer(input: Readable, output: Writable): LinePeer {
  return {
    input: readChunks(input),
    async write(line) {
      if (!output.writable) return;
      output.cork();
      output.write(line);
      output.write("\n");
      output.uncork();
      await untilWritable(output);
    },
  };
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
