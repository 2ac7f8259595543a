/** Reads and writes whole files: on this disk, or through a client, whose unsaved buffers are then what is seen. */
export interface FileAccess {
  /**
   * The file's bytes, or null when there is no such file.
   *
   * @param path absolute.
   * @throws Error that names the path: it is a directory, it is not to be read, it is longer than `limitBytes`.
   */
  read(path: string, limitBytes: number): Promise<Uint8Array | null>;
  /**
   * Makes the file have exactly these bytes, with the directories it needs.
   *
   * @param path absolute.
   * @throws Error that names the path and what is wrong.
   */
  write(path: string, bytes: Uint8Array): Promise<void>;
}

/** One thing in a directory. A link is neither: it is not followed, so that no search goes round in circles. */
export interface FileTreeEntry {
  readonly name: string;
  readonly kind: "file" | "directory" | "other";
}

/** Lists directories, for searching where there is no ripgrep. */
export interface FileTree {
  /**
   * What is in a directory, in any order; null when it is no directory.
   *
   * @param path absolute.
   */
  list(path: string): Promise<readonly FileTreeEntry[] | null>;
}

/** Larger ones are not text that a model should have in one piece; commands can look into them. */
export const MAX_FILE_BYTES: number = 4 * 1024 * 1024;
