/**
 * True when a process id can have been given after `first` and not later than `last`, where ids are given upwards and,
 * at most once in between, from the bottom again.
 */
export function isPidGivenSince(pid: number, first: number, last: number): boolean {
  return last >= first ? pid >= first && pid <= last : pid >= first || pid <= last;
}
