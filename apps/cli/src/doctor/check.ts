/** One thing this machine can do, or cannot. */
export interface Check {
  /** A stable name, for scripts. */
  readonly name: string;
  readonly ok: boolean;
  /** What was found, as the rest of a line. */
  readonly found: string;
  /** What would change it, or what it means; null when there is nothing to do. */
  readonly remedy: string | null;
}

/** A check that found what it looked for. */
export function passed(name: string, found: string): Check {
  return { name, ok: true, found, remedy: null };
}

/** A check that did not. */
export function failed(name: string, found: string, remedy: string | null): Check {
  return { name, ok: false, found, remedy };
}
