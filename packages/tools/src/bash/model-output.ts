import { createHeadTailBuffer, type HeadTail, type HeadTailLimits } from "@termwire/terminal";
import { renderPlainText } from "@termwire/terminal/plain-text";

/** Output as a model reads it. */
export interface ModelOutput {
  /** Beginning and end, with `[… N bytes omitted]` on a line between them when something is missing. */
  readonly text: string;
  /** The N: bytes of output that were not kept, and bytes of their text that were cut. */
  readonly omittedBytes: number;
}

/**
 * Renders kept output as plain text without the line end of its last line, and cuts that down to `limits`, at the
 * end of a line where one is near. The two ends together are never longer than both limits.
 */
export async function renderModelOutput(
  kept: HeadTail,
  limits: HeadTailLimits,
): Promise<ModelOutput> {
  return kept.omittedBytes === 0 ? renderWhole(kept.head, limits) : renderEnds(kept, limits);
}

async function renderWhole(bytes: Uint8Array, limits: HeadTailLimits): Promise<ModelOutput> {
  const text = dropLineEnd(await renderPlainText(bytes));
  const { head, tail, omittedBytes, totalBytes } = keepEnds(text, limits);
  if (omittedBytes === 0) return { text, omittedBytes };
  const [start, end] = [cutAtLineEnd(head), cutAtLineStart(tail)];
  return joinEnds(start, end, totalBytes - start.length - end.length);
}

async function renderEnds(kept: HeadTail, limits: HeadTailLimits): Promise<ModelOutput> {
  const [rawHead, rawTail] = [cutAtLineEnd(kept.head), cutAtLineStart(kept.tail)];
  const notKept = kept.totalBytes - rawHead.length - rawTail.length;
  const head = keepEnds(await renderPlainText(rawHead), { ...limits, tailBytes: 0 });
  const tail = keepEnds(dropLineEnd(await renderPlainText(rawTail)), { ...limits, headBytes: 0 });
  const start = head.omittedBytes === 0 ? head.head : cutAtLineEnd(head.head);
  const end = tail.omittedBytes === 0 ? tail.head : cutAtLineStart(tail.tail);
  const cut = head.totalBytes - start.length + tail.totalBytes - end.length;
  return joinEnds(start, end, notKept + cut);
}

function keepEnds(text: string, limits: HeadTailLimits): HeadTail {
  const buffer = createHeadTailBuffer(limits);
  buffer.append(new TextEncoder().encode(text));
  return buffer.read();
}

function joinEnds(head: Uint8Array, tail: Uint8Array, omittedBytes: number): ModelOutput {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const start = dropLineEnd(decoder.decode(head));
  const end = decoder.decode(tail);
  const parts = [start, `[… ${omittedBytes} bytes omitted]`, end].filter((part) => part !== "");
  return { text: parts.join("\n"), omittedBytes };
}

function dropLineEnd(text: string): string {
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}

const LINE_FEED = 0x0a;
/** Up to this share of an end is given up so that its cut falls between two lines. */
const LINE_SHARE = 1 / 4;

function cutAtLineEnd(bytes: Uint8Array): Uint8Array {
  const end = bytes.lastIndexOf(LINE_FEED) + 1;
  return bytes.length - end <= bytes.length * LINE_SHARE ? bytes.subarray(0, end) : bytes;
}

function cutAtLineStart(bytes: Uint8Array): Uint8Array {
  const start = bytes.indexOf(LINE_FEED) + 1;
  return start <= bytes.length * LINE_SHARE ? bytes.subarray(start) : bytes;
}
