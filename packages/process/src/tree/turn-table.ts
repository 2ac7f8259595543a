import type { ProcessEntry, ProcessTable } from "./process-table.ts";

/** What one turn of the event loop has looked at. */
interface Listing {
  /** Null until somebody asks a second time. */
  entries: ReadonlyMap<number, ProcessEntry> | null;
  readonly markers: Map<number, readonly string[]>;
}

/**
 * The same table with one listing for all who ask in one turn of the event loop: whoever ends hundreds of trees at
 * once does not list all processes for each. The first one who asks gets what the table looks up for it alone.
 *
 * A tree that was empty at the listing is empty for good, so a listing of this turn is as good as a fresh one, but for
 * a process that came after it, or ended before its markers were read: either ends the listing. Single processes are
 * looked at anew each time.
 */
export function createTurnTable(table: ProcessTable): ProcessTable {
  let listing: Listing | null = null;

  const openListing = (): Listing => {
    setImmediate(() => {
      listing = null;
    });
    return { entries: null, markers: new Map() };
  };

  const readProcess = (pid: number): ProcessEntry | null => {
    const entry = table.readProcess(pid);
    const entries = listing?.entries ?? null;
    if (entry !== null && entries !== null && entries.get(pid)?.startedAt !== entry.startedAt) {
      listing = null;
    }
    return entry;
  };

  const readAll = (): readonly ProcessEntry[] => {
    listing ??= openListing();
    listing.entries ??= new Map(table.readAll().map((entry) => [entry.pid, entry]));
    return [...listing.entries.values()];
  };

  return {
    readProcess,
    readAll,
    readSince: (earliest) => {
      if (listing !== null) return readAll();
      listing = openListing();
      return table.readSince(earliest);
    },
    readMarkers: (pid) => {
      const known = listing?.markers.get(pid);
      if (known !== undefined) return known;
      const markers = table.readMarkers(pid);
      if (markers === null) listing = null;
      else listing?.markers.set(pid, markers);
      return markers;
    },
  };
}
