/** Bytes up to `endOffset` had come by `atMs`, counted from the first event of the terminal. */
export interface OutputTime {
  readonly endOffset: number;
  readonly atMs: number;
}

/** When output came, as precisely as a replay needs. */
export interface OutputTimes {
  /** In order; the last one ends where the output ends. */
  readonly entries: readonly OutputTime[];
  /** Says that output now ends at `endOffset`. */
  add(endOffset: number, atMs: number): void;
  clear(): void;
}

/** Nobody sees a replay at more than 60 frames a second. */
const RESOLUTION_MS = 16;

/** A quarter of a megabyte at most; twice as many are thinned out to every other one. */
const MAX_ENTRIES = 16_384;

/** Creates an empty index. Its memory is bounded: a very long recording gets coarser, never shorter. */
export function createOutputTimes(): OutputTimes {
  let entries: OutputTime[] = [];
  let resolutionMs = RESOLUTION_MS;
  return {
    get entries() {
      return entries;
    },
    add(endOffset, atMs) {
      const last = entries.at(-1);
      if (last !== undefined && atMs - last.atMs < resolutionMs) {
        entries[entries.length - 1] = { endOffset, atMs: last.atMs };
        return;
      }
      entries.push({ endOffset, atMs });
      if (entries.length <= MAX_ENTRIES) return;
      resolutionMs *= 2;
      entries = entries.filter((_, index) => index % 2 === 1 || index === entries.length - 1);
    },
    clear() {
      entries = [];
      resolutionMs = RESOLUTION_MS;
    },
  };
}
