import type { ConnectOpts, SocketConstructorOpts } from "node:net";
import type { OutputLogWriter } from "@termwire/terminal";
import { READ_BUFFER } from "./read-buffer.ts";

/** Options with which a socket reads straight into a log; `afterRead` is told how much that was. */
export function createReadOptions(
  log: OutputLogWriter,
  afterRead: (lengthBytes: number) => void = () => undefined,
): SocketConstructorOpts & ConnectOpts {
  return {
    readable: true,
    writable: false,
    onread: {
      buffer: READ_BUFFER,
      callback: (length, buffer) => {
        if (!log.ended) log.append(buffer.subarray(0, length));
        afterRead(length);
        return true;
      },
    },
  };
}
