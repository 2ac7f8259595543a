import type { Writable } from "node:stream";
import { inputClosed, type InputWriter } from "./input-writer.ts";

/** Writes through a stream, which keeps the order and waits for the command to read. */
export function createStreamInput(stream: Writable): InputWriter {
  stream.on("error", () => undefined); // each write is told by its own callback
  const write = (bytes: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      if (!stream.writable) {
        reject(inputClosed("its input has ended"));
        return;
      }
      stream.write(Uint8Array.from(bytes), (error) => {
        if (error === null || error === undefined) resolve();
        else reject(inputClosed("it does not read any more", error));
      });
    });

  const end = (): Promise<void> =>
    new Promise((resolve) => {
      if (stream.writableFinished || stream.destroyed) {
        resolve();
        return;
      }
      stream.once("close", resolve);
      stream.end();
    });

  return { write, end, close: () => void stream.destroy() };
}
