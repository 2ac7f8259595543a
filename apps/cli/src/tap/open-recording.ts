import { once } from "node:events";
import { open } from "node:fs/promises";
import { untilWritable } from "./until-writable.ts";

/** A file that traffic is written to. */
export interface Recording {
  /** Writes in order. */
  write(record: string): void;
  /** Resolves when the disk keeps up again; at once while it does. */
  drained(): Promise<void>;
  /** Resolves when everything is written. */
  close(): Promise<void>;
}

/**
 * Opens a file, which only its owner can read then. A disk that fails later ends the recording, said once by `onFailure`, and
 * nothing else.
 *
 * Rejects with the system's error when the file is there already (unless `overwrite`) or cannot be made.
 */
export async function openRecording(
  path: string,
  {
    overwrite,
    onFailure,
  }: { readonly overwrite: boolean; readonly onFailure: (error: Error) => void },
): Promise<Recording> {
  const file = await open(path, overwrite ? "w" : "wx", 0o600);
  // Who may use a device or a pipe is not ours to say.
  if ((await file.stat()).isFile()) await file.chmod(0o600);
  const stream = file.createWriteStream();
  let failed = false;
  stream.on("error", (error) => {
    if (!failed) onFailure(error);
    failed = true;
  });
  return {
    write(record) {
      if (!failed) stream.write(record);
    },
    async drained() {
      if (!failed) await untilWritable(stream);
    },
    async close() {
      if (stream.closed) return;
      stream.end();
      await once(stream, "close").catch(() => undefined);
    },
  };
}
