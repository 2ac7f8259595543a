/** Where the whole output of a command is, or as much of it as could be kept. */
export interface SpilledOutput {
  /** Absolute path of a file that only this user may read; null when none could be made. */
  readonly path: string | null;
  /** Size of the file: so many bytes of the output, from its first on. */
  readonly bytes: number;
  /** Bytes printed so far that are not in the file; 0 when it is whole. */
  readonly missingBytes: number;
  /** Why bytes are missing, for a person; null when none are. */
  readonly reason: string | null;
}

/**
 * The file behind a command's output. It is made when the output outgrows what memory keeps, or when it is asked for
 * before that; a command whose output nobody needs in a file has none.
 */
export interface OutputSpill {
  /**
   * Brings the file up to date, with everything in the output now; what is printed later follows on its own. Never
   * throws: what the disk refused is told.
   */
  save(): SpilledOutput;
  /** Removes the file, for good. Twice is fine. */
  remove(): void;
}
