import type { ProcessEntry, ProcessTable } from "./process-table.ts";

/** What one turn of the event loop has looked at. */
interface Listing {
  /** Null until somebody asks a second time. */
  entries: Map<number, ProcessEntry> | null;
  /** Given before the listing; null when the system does not tell. */
  lastId: number | null;
  readonly markers: Map<number, readonly string[]>;
}

/**
 * The same table with one listing for all who ask in one turn of the event loop: whoever ends hundreds of trees at
 * once does not list all processes for each. The first one who asks gets what the table looks up for it alone.
 *
 * A turn can be long: what was started since the listing is added to it each time. With that it is as good as a fresh
 * one, because a tree that was empty is empty for good; but one process that is not in it although it should be, or
 * that ended before its markers were read, ends it. Single processes are looked at anew each time.
 */
export function createTurnTable(table: ProcessTable): ProcessTable {
  let listing: Listing | null = null;

  const openListing = (): Listing => {
    setImmediate(() => {
      listing = null;
    });
    return { entries: null, lastId: null, markers: new Map() };
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
    const lastId = table.readLastId();
    listing.entries ??= toMap(table.readAll());
    if (lastId !== null && listing.lastId !== null && lastId !== listing.lastId) {
      for (const entry of table.readLater(listing.lastId)) listing.entries.set(entry.pid, entry);
    }
    listing.lastId = lastId;
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
    readLastId: () => table.readLastId(),
    readLater: (lastId) => table.readLater(lastId),
  };
}

function toMap(entries: readonly ProcessEntry[]): Map<number, ProcessEntry> {
  return new Map(entries.map((entry) => [entry.pid, entry]));
}
