import { inspect } from "node:util";

/** One line of a recording. */
export type TrafficRecord =
  | {
      readonly kind: "message";
      /** Milliseconds since the recording began. */
      readonly timeMs: number;
      readonly direction: "a2c" | "c2a";
      readonly message: unknown;
    }
  /** What passed without being a message; nothing to decode. */
  | { readonly kind: "raw"; readonly timeMs: number };

/** A line that is no record, and why. */
export interface BrokenRecord {
  readonly kind: "broken";
  readonly problem: string;
}

/** How much of a broken line is repeated to its reader. */
const SHOWN_CHARS = 60;

/** Reads one line of a recording; null for a blank one. */
export function parseRecord(line: string): TrafficRecord | BrokenRecord | null {
  if (line.trim() === "") return null;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return toBroken("JSON", line);
  }
  const { t, dir, msg, raw, raw64 } = { ...(typeof value === "object" ? value : {}) } as Readonly<
    Record<string, unknown>
  >; // any object is a record of unknowns
  if (typeof t !== "number") return toBroken('"t" in milliseconds', t);
  if (dir !== "a2c" && dir !== "c2a") return toBroken('"dir" to be "a2c" or "c2a"', dir);
  if (typeof raw === "string" || typeof raw64 === "string") return { kind: "raw", timeMs: t };
  const isMessage = typeof msg === "object" && msg !== null;
  if (!isMessage) return toBroken('"msg" to be a JSON-RPC message', msg);
  return { kind: "message", timeMs: t, direction: dir, message: msg };
}

function toBroken(expected: string, got: unknown): BrokenRecord {
  const shown = typeof got === "string" ? got : inspect(got, { depth: 0, breakLength: Infinity });
  const cut = shown.length > SHOWN_CHARS ? `${shown.slice(0, SHOWN_CHARS)}…` : shown;
  return { kind: "broken", problem: `expected ${expected}, got ${JSON.stringify(cut)}` };
}
