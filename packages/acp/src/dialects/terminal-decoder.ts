import { toTerminalId, type TerminalId } from "@termwire/terminal";

/** An update's members, unchecked: every decoder reads them as unknowns and ignores what it cannot use. */
export type UpdateFields = Readonly<Record<string, unknown>>;

/** How a terminal was spoken on the wire. */
export type DisplayDialect = "v2" | "meta" | "client" | "text";

/** Reads one session's terminals in one dialect. Total: a peer's mistake costs at most what it got wrong. */
export interface TerminalDecoder {
  /** Takes any `session/update`. */
  update(fields: UpdateFields): void;
  /** The turn is over: says what was held back. What then has no ending is closed by the session. */
  endTurn(): void;
}

/** A peer's terminal id, or null for something that cannot be one. */
export function parseTerminalId(value: unknown): TerminalId | null {
  if (typeof value !== "string") return null;
  try {
    return toTerminalId(value);
  } catch {
    return null;
  }
}
