import type { ProcessIdentity } from "../identity/process-identities.ts";

/** The beginning of the names of a process's spill directories. */
export function renderSpillOwner({ place, pid, startedAt }: ProcessIdentity): string {
  return `${place}-${pid}-${startedAt}-`;
}

const NAME = /^([0-9a-f]{8})-([1-9]\d*)-(\d+)-\w{6}$/u;

/** The owner of a directory; null for a name that is none of ours. */
export function parseSpillOwner(name: string): ProcessIdentity | null {
  const [, place, pid, startedAt] = NAME.exec(name) ?? [];
  if (place === undefined) return null;
  return { place, pid: Number(pid), startedAt: Number(startedAt) };
}
