/** What a tree is told. TERM asks to end, KILL ends. */
export type TreeSignal = "SIGTERM" | "SIGKILL";

/** Everything that descends from one command, for as long as any of it lives. */
export interface ProcessTree {
  /** True while any process of it lives; a zombie does not. False stays false. */
  isAlive(): boolean;
  /** Signals all of it; one that is gone already is fine. */
  signal(signal: TreeSignal): void;
}
