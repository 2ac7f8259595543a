/**
 * True when a process id can have been given after `first` and not later than `last`, where ids are given upwards and,
 * at most once in between, from the bottom again.
 */
export function isPidGivenSince(pid: number, first: number, last: number): boolean {
  return last >= first ? pid >= first && pid <= last : pid >= first || pid <= last;
}

/** The ids from `first` to `last`, both of them. */
export function renderRange(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
