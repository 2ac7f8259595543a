import {
  createHeadTailBuffer,
  toVisibleLines,
  type HeadTail,
  type HeadTailLimits,
  type SpilledOutput,
} from "@termwire/terminal";
import { renderPlainText } from "@termwire/terminal/plain-text";

/** Output as a model reads it. */
export interface ModelOutput {
  /** Beginning and end, with `[… N bytes omitted; …]` on a line between them when something is missing. */
  readonly text: string;
  /** The N: bytes of output that were not kept, and bytes of their text that were cut. */
  readonly omittedBytes: number;
  /** The file that has them, when something is missing and there is one. */
  readonly spill: SpilledOutput | null;
}

/** Both ends, as they are joined. */
interface Ends {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  readonly omittedBytes: number;
}

/**
 * Renders kept output as plain text without the line end of its last line, and cuts that down to `limits`, at the
 * end of a line where one is near. The two ends together are never longer than both limits. When something is missing
 * `saveAll` is asked for the file that has it.
 */
export async function renderModelOutput(
  kept: HeadTail,
  limits: HeadTailLimits,
  saveAll: () => SpilledOutput | null,
): Promise<ModelOutput> {
  const ends =
    kept.omittedBytes === 0 ? await renderWhole(kept.head, limits) : await renderEnds(kept, limits);
  if (typeof ends === "string") return { text: ends, omittedBytes: 0, spill: null };
  const spill = saveAll();
  return { text: joinEnds(ends, spill), omittedBytes: ends.omittedBytes, spill };
}

/** The text itself when all of it is within the limits. */
async function renderWhole(bytes: Uint8Array, limits: HeadTailLimits): Promise<Ends | string> {
  const text = dropLineEnd(await renderPlainText(bytes));
  const { head, tail, omittedBytes, totalBytes } = keepEnds(text, limits);
  if (omittedBytes === 0) return text;
  const [start, end] = [cutAtLineEnd(head), cutAtLineStart(tail)];
  return { head: start, tail: end, omittedBytes: totalBytes - start.length - end.length };
}

async function renderEnds(kept: HeadTail, limits: HeadTailLimits): Promise<Ends> {
  const [rawHead, rawTail] = [cutAtLineEnd(kept.head), cutAtLineStart(kept.tail)];
  const notKept = kept.totalBytes - rawHead.length - rawTail.length;
  const head = keepEnds(await renderPlainText(rawHead), { ...limits, tailBytes: 0 });
  const tail = keepEnds(dropLineEnd(await renderPlainText(rawTail)), { ...limits, headBytes: 0 });
  const start = head.omittedBytes === 0 ? head.head : cutAtLineEnd(head.head);
  const end = tail.omittedBytes === 0 ? tail.head : cutAtLineStart(tail.tail);
  const cut = head.totalBytes - start.length + tail.totalBytes - end.length;
  return { head: start, tail: end, omittedBytes: notKept + cut };
}

function keepEnds(text: string, limits: HeadTailLimits): HeadTail {
  const buffer = createHeadTailBuffer(limits);
  buffer.append(new TextEncoder().encode(text));
  return buffer.read();
}

function joinEnds({ head, tail, omittedBytes }: Ends, spill: SpilledOutput | null): string {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const start = dropLineEnd(decoder.decode(head));
  const end = decoder.decode(tail);
  const marker = `[… ${omittedBytes} bytes omitted${renderSpill(spill)}]`;
  return [start, marker, end].filter((part) => part !== "").join("\n");
}

/** Where the rest is, on one line; a file is never said to have more than it has. */
function renderSpill(spill: SpilledOutput | null): string {
  if (spill === null) return "";
  const { path, bytes, missingBytes, reason } = spill;
  if (path !== null && missingBytes === 0) return `; full output: ${toOneLine(path)}`;
  const what =
    path === null
      ? "full output not kept"
      : `first ${bytes} bytes of the output: ${toOneLine(path)}`;
  return `; ${what} (${toOneLine(reason ?? "for no known reason")})`;
}

function toOneLine(text: string): string {
  return toVisibleLines(text).replaceAll("\n", "\\n");
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
