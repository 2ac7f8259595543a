const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** How a program ends its lines: by a feed alone, as on a pipe, or with a return before it, as in a terminal. */
export type LineEnds = "feed" | "return-feed";

/**
 * How the first line in `bytes` ends; null when none does. `before` is the byte in front of them, or null. A peer that
 * tells a size may all the same pass on what was printed to a pipe; the first line tells.
 */
export function firstLineEnd(bytes: Uint8Array, before: number | null): LineEnds | null {
  const at = bytes.indexOf(LINE_FEED);
  if (at === -1) return null;
  return (at === 0 ? before : bytes[at - 1]) === RETURN ? "return-feed" : "feed";
}
