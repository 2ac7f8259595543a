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

/** Looks at processes. One implementation per operating system. */
export interface ProcessTable {
  /** Null when there is no such process. */
  readProcess(pid: number): ProcessEntry | null;
  /** Every process that started when `earliest` did or later; a table that has few to look at may hold more. */
  readSince(earliest: ProcessEntry): readonly ProcessEntry[];
  /** The process id that was given last: unchanged means that nothing was started. Null when it is not told. */
  readLastPid(): number | null;
  /** True when the environment of a process holds `marker`; false when the system does not tell. */
  hasMarker(pid: number, marker: string): boolean;
}
