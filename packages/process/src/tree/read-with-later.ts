import { renderRange } from "./pid-range.ts";
import type { ProcessEntry } from "./process-table.ts";

/** How one listing of processes is made. */
export interface ListingParts {
  /** The process id that was given last before the listing; null when the system does not tell. */
  readonly last: number | null;
  readonly list: () => readonly number[];
  /** Every id in use, for when ids have begun again from the bottom. */
  readonly listAll: () => readonly number[];
  readonly readLast: () => number | null;
  /** Null for an id that nothing has. */
  readonly read: (pid: number) => ProcessEntry | null;
}

/** Whoever forks its way past that many looks does nothing else. */
const MAX_LOOKS = 8;

/** When more was started meanwhile, all are listed again. */
const MAX_LATER = 256;

/**
 * Reads the processes of a listing and those that were started while they were read, until nothing was started during
 * a look: a process that forks and ends meanwhile is missed, and its child must not be.
 */
export function readWithLater(parts: ListingParts): ProcessEntry[] {
  const readEach = (pids: readonly number[]): ProcessEntry[] =>
    pids.flatMap((pid) => parts.read(pid) ?? []);
  const entries = readEach(parts.list());
  let seen = parts.last;
  for (let look = 0; look < MAX_LOOKS; look++) {
    const now = parts.readLast();
    if (now === null || seen === null || now === seen) break;
    const isFew = now > seen && now - seen <= MAX_LATER;
    entries.push(...readEach(isFew ? renderRange(seen + 1, now) : parts.listAll()));
    seen = now;
  }
  return entries;
}
