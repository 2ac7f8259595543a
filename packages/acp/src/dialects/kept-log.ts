import type { OutputLog, OutputSlice } from "@termwire/terminal";
import type { KeptTerminal } from "./terminal-encoder.ts";

/** What was kept of a terminal, as the log of one that has ended. */
export function createKeptLog({ bytes, omittedBytes }: KeptTerminal): OutputLog {
  const endOffset = omittedBytes + bytes.length;
  return {
    limitBytes: bytes.length,
    startOffset: omittedBytes,
    endOffset,
    ended: true,
    read(offset, maxBytes = bytes.length): OutputSlice {
      const start = Math.max(offset, omittedBytes);
      const next = Math.min(start + maxBytes, endOffset);
      const slice = bytes.slice(start - omittedBytes, next - omittedBytes);
      return { bytes: slice, start, next, lostBytes: start - offset };
    },
    waitPast: async (offset) => offset < endOffset,
  };
}
