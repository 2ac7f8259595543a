import type { Readable } from "node:stream";

/** What an agent said last is what explains its end. */
const TAIL_BYTES = 8 * 1024;

/** The end of what a stream has said. */
export interface StderrTail {
  /** Whole lines, where there are some. */
  read(): string;
}

/** Follows a stream, and hands every chunk on to `pass`. */
export function followStderr(stream: Readable, pass: (chunk: Uint8Array) => void): StderrTail {
  let tail = Buffer.alloc(0);
  let isCut = false;
  stream.on("error", () => undefined);
  stream.on("data", (chunk: Buffer) => {
    pass(chunk);
    const all = Buffer.concat([tail, chunk.subarray(-TAIL_BYTES)]);
    isCut ||= all.length > TAIL_BYTES || chunk.length > TAIL_BYTES;
    tail = all.subarray(-TAIL_BYTES);
  });
  return {
    read() {
      const lineEnd = isCut ? tail.indexOf(0x0a) : -1;
      return tail.subarray(lineEnd + 1).toString();
    },
  };
}
