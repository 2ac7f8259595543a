/** What a tree is told. TERM asks to end, KILL ends. */
export type TreeSignal = "SIGTERM" | "SIGKILL";

/** One process and its group. */
export interface TreeMember {
  readonly pid: number;
  readonly groupId: number;
  /** In the system's own unit: with the pid, what tells it from another process; 0 when it is not known. */
  readonly startedAt: number;
}

/** Everything that descends from one command, for as long as any of it lives. */
export interface ProcessTree {
  /**
   * One member of each group as of the last look, a few at most: the direct child's, and, when that has ended, those
   * it left. Whatever marker a process bears, it can become a program with an environment of its own, which only its
   * group gives away.
   */
  listGroups(): readonly TreeMember[];
  /** True while any process of it lives; a zombie does not. Once false it stays false. */
  isAlive(): boolean;
  /** True while any process of it may be about to print, false when all of them wait; null when that is not told. */
  isBusy(): boolean | null;
  /** True when the direct child has ended, although the runtime may not have told yet. */
  isLeaderGone(): boolean;
  /** Signals all of it. A process that is gone already is fine, one of somebody else is never signalled. */
  signal(signal: TreeSignal): void;
  /** Said once, at the exit of the direct child: from now on its process id may be given to a stranger. */
  noteLeaderExit(): void;
}
