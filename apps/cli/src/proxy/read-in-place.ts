import { Socket } from "node:net";
import type { Readable } from "node:stream";

/** Memory that is read into. */
export interface ReadTarget {
  /** Where the next bytes go; not written to otherwise before they came. */
  room(): Uint8Array;
  /** So many bytes came, at the beginning of the room given last. */
  fill(length: number): void;
}

/** A stream that goes on or waits. */
export type Flow = Pick<Readable, "on" | "pause" | "resume">;

/**
 * Reads what a child prints straight into `target`, as much at a time as there is. Node by itself reads 64 KiB at most,
 * into new memory each time, and spends more on each of those reads than it takes to pass them on.
 *
 * Gives what to pause and to listen to for the end, in place of the child's stream, which is destroyed with it; null
 * where that cannot be done, and the stream is as it was.
 */
export function readInPlace(stream: Readable, target: ReadTarget): Flow | null {
  const handle = takeHandle(stream);
  if (handle === null) return null;
  const buffer = (): Uint8Array => target.room();
  const callback = (length: number): boolean => {
    target.fill(length);
    return true;
  };
  // `onread` is for sockets that are being made, and a child's is made by Node: its handle gets another one.
  const options = { handle, writable: false, onread: { buffer, callback } };
  const socket = new Socket(options);
  socket.on("close", () => stream.destroy());
  stream.on("close", () => socket.destroy());
  return socket;
}

const HANDLE = "_handle";

/** What a socket that nobody has read from reads with. It has none afterwards, so that it does not close it. */
function takeHandle(stream: Readable): object | null {
  const isUnread = stream.readableFlowing === null && stream.readableLength === 0;
  if (!(stream instanceof Socket) || !isUnread || stream.destroyed) return null;
  const owner = stream as { [HANDLE]?: unknown }; // not among its types; looked at before it is used
  const handle = owner[HANDLE];
  if (typeof handle !== "object" || handle === null || !("useUserBuffer" in handle)) return null;
  owner[HANDLE] = null;
  return handle;
}
