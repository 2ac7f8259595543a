/** Longer than any message of a peer; a file without line ends must not fill the memory. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;

/** One line of a byte stream, without its line end. */
export interface NumberedLine {
  /** From 1. */
  readonly number: number;
  /** Null for a line too long to be held. */
  readonly text: string | null;
}

/** The lines of a stream of bytes, one at a time; a character split between chunks stays whole. */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  maxLineBytes: number = MAX_LINE_BYTES,
): AsyncGenerator<NumberedLine> {
  let number = 1;
  let line = createLine(maxLineBytes);
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, from)) {
      line.add(chunk.subarray(from, end));
      yield { number, text: line.read() };
      number += 1;
      line = createLine(maxLineBytes);
      from = end + 1;
    }
    line.add(chunk.subarray(from));
  }
  if (!line.isEmpty()) yield { number, text: line.read() };
}

function createLine(maxLineBytes: number) {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  return {
    add(part: Uint8Array): void {
      bytes += part.length;
      if (bytes <= maxLineBytes) parts.push(part);
      else parts.length = 0;
    },
    isEmpty: () => bytes === 0,
    read: () => (bytes > maxLineBytes ? null : Buffer.concat(parts).toString("utf8")),
  };
}
