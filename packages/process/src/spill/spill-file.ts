import { closeSync, constants, openSync, rmSync, writeSync } from "node:fs";

/** A new file that only this user may read or write, open for writing at its end. */
export interface SpillFile {
  readonly path: string;
  /** What is in it. */
  readonly bytes: number;
  /**
   * Writes all of `bytes`, without a turn of the event loop.
   *
   * @throws Error with a `code` such as `ENOSPC`; `bytes` then counts what was written before it.
   */
  write(bytes: Uint8Array): void;
  /** Nothing more is written. Twice is fine. */
  close(): void;
  /** Closes and removes it. Twice is fine. */
  remove(): void;
}

/**
 * Creates the file, and calls `onRemoved` when it was removed. Neither a file nor a link that is there already is touched.
 *
 * @throws Error with a `code` such as `EEXIST`, `EACCES`, `EROFS` or `ENOSPC`.
 */
export function createSpillFile(path: string, onRemoved: (file: SpillFile) => void): SpillFile {
  const { O_WRONLY, O_CREAT, O_EXCL } = constants;
  return new DescriptorFile(openSync(path, O_WRONLY | O_CREAT | O_EXCL, 0o600), path, onRemoved);
}

class DescriptorFile implements SpillFile {
  readonly path: string;
  readonly #onRemoved: (file: SpillFile) => void;
  #fd: number | null;
  #bytes = 0;

  constructor(fd: number, path: string, onRemoved: (file: SpillFile) => void) {
    this.path = path;
    this.#fd = fd;
    this.#onRemoved = onRemoved;
  }

  get bytes(): number {
    return this.#bytes;
  }

  write(bytes: Uint8Array): void {
    if (this.#fd === null) throw new Error("spill file: write after close");
    for (let from = 0; from < bytes.length;) {
      const written = writeSync(this.#fd, bytes, from);
      from += written;
      this.#bytes += written;
    }
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }

  remove(): void {
    this.close();
    try {
      rmSync(this.path, { force: true });
    } catch {
      return; // its directory is removed at the latest when this process exits
    }
    this.#onRemoved(this);
  }
}
