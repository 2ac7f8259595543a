import {
  createHeadTailBuffer,
  type HeadTailBuffer,
  type HeadTailLimits,
  type OutputLog,
} from "@termwire/terminal";

/** Text shrinks when colours and redraws are resolved: so much more is kept than the model gets. */
const KEPT_PER_SHOWN_BYTE = 16;

/** A buffer for output that will be shown within `limits`. */
export function createOutputBuffer({ headBytes, tailBytes }: HeadTailLimits): HeadTailBuffer {
  return createHeadTailBuffer({
    headBytes: headBytes * KEPT_PER_SHOWN_BYTE,
    tailBytes: tailBytes * KEPT_PER_SHOWN_BYTE,
  });
}

/** Copied at once: as much as a pipe holds. */
const SLICE_BYTES = 64 * 1024;

/** Copies the bytes from one offset up to another into `buffer`; what the log has lost of them counts as skipped. */
export function copyOutput(
  output: OutputLog,
  { from, to }: { readonly from: number; readonly to: number },
  buffer: HeadTailBuffer,
): void {
  let next = from;
  while (next < to) next = copySlice(output, { from: next, to }, buffer);
}

function copySlice(
  output: OutputLog,
  { from, to }: { readonly from: number; readonly to: number },
  buffer: HeadTailBuffer,
): number {
  const { bytes, start, lostBytes } = output.read(from, Math.min(SLICE_BYTES, to - from));
  // All of it may be lost already, and more: never beyond the end that was asked for.
  const lost = Math.min(lostBytes, to - from);
  const wanted = bytes.subarray(0, Math.max(0, to - start));
  buffer.skip(lost);
  buffer.append(wanted);
  return from + lost + wanted.length;
}
