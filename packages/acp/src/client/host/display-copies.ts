import type { TerminalId, TerminalState } from "@termwire/terminal";

/** What is left of a terminal for its card. */
export interface DisplayCopy {
  readonly state: TerminalState;
  /** The newest bytes of its output. */
  readonly bytes: Uint8Array;
}

/** Copies of released terminals, all together within a budget; the oldest make room. */
export interface DisplayCopies {
  keep(id: TerminalId, copy: DisplayCopy): void;
  get(id: TerminalId): DisplayCopy | null;
}

/** Besides its bytes a copy costs its record. */
const RECORD_BYTES = 1024;

/** Creates an empty store of at most `budgetBytes`. */
export function createDisplayCopies(budgetBytes: number): DisplayCopies {
  const copies = new Map<TerminalId, DisplayCopy>();
  let usedBytes = 0;
  const drop = (id: TerminalId): void => {
    const copy = copies.get(id);
    if (copy === undefined) return;
    usedBytes -= copy.bytes.length + RECORD_BYTES;
    copies.delete(id);
  };
  return {
    keep(id, copy) {
      drop(id);
      const room = budgetBytes - RECORD_BYTES;
      if (room < 0) return;
      const bytes = copy.bytes.slice(Math.max(0, copy.bytes.length - room));
      copies.set(id, { ...copy, bytes });
      usedBytes += bytes.length + RECORD_BYTES;
      for (const oldest of copies.keys()) {
        if (usedBytes <= budgetBytes) break;
        drop(oldest);
      }
    },
    get: (id) => copies.get(id) ?? null,
  };
}
