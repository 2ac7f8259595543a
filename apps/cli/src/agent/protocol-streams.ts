import { Console } from "node:console";
import { PassThrough, type Readable, type Writable } from "node:stream";

/** The two ends of the protocol. */
export interface ProtocolStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Takes stdin and stdout for the protocol alone: whatever else in this process prints, prints to stderr from now
 * on. A client that stopped reading ends the input, as if it had closed it.
 */
export function readProtocolStreams(): ProtocolStreams {
  globalThis.console = new Console(process.stderr, process.stderr);
  const input = process.stdin.pipe(new PassThrough());
  process.stdout.on("error", () => input.end());
  return { input, output: process.stdout };
}
