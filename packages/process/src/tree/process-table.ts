/** What the operating system says about one process. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parentId: number;
  readonly groupId: number;
  /** Its session, or its group where the system does not tell sessions. */
  readonly sessionId: number;
  /** When it started, in the system's own unit: with the pid, what tells it from another process. */
  readonly startedAt: number;
  /** Ended, and only not yet collected by its parent. */
  readonly isZombie: boolean;
  /** Runs, is ready to, or waits for a device: it may be about to print. Others wait for something to happen. */
  readonly isBusy: boolean;
}

/**
 * Looks at processes. One implementation per operating system. A listing misses nothing that lives, nor what that
 * started before it ended while the listing was made, as far as the system lets it be seen.
 */
export interface ProcessTable {
  /** Null when there is no such process. */
  readProcess(pid: number): ProcessEntry | null;
  /** Every process there is. */
  readAll(): readonly ProcessEntry[];
  /** Every process that started when `earliest` did or later; a table that has few to look at may hold more. */
  readSince(earliest: ProcessEntry): readonly ProcessEntry[];
  /**
   * The markers of this process's commands in the environment of a process; none when the system does not tell, null
   * when it has ended.
   */
  readMarkers(pid: number): readonly string[] | null;
  /** The process id that was given last; null when the system does not tell. */
  readLastId(): number | null;
  /** Every process that was given an id after `lastId`; a table may give more. */
  readLater(lastId: number): readonly ProcessEntry[];
}
