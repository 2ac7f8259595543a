/** One process for good: its number will be given to others, this will not. Plain data. */
export interface ProcessIdentity {
  /** Where the number means something, as eight hexadecimal digits: one machine and, on Linux, one container. */
  readonly place: string;
  readonly pid: number;
  /** When it started, as the system counts; 0 where it does not say. */
  readonly startedAt: number;
}

/** How processes that share a directory of sessions know of one another; `@termwire/process` has it. */
export interface ProcessIdentities {
  /** Who this process is; the same each time. */
  readOwn(): ProcessIdentity;
  /** True for a process of this place, whose number means something here. */
  isHere(identity: ProcessIdentity): boolean;
  /** True only for a process of this place that is certainly gone, whoever has its number now. */
  isGone(identity: ProcessIdentity): boolean;
}
