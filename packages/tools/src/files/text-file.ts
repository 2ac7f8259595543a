/** Binary formats have a NUL byte early on; text never has. */
const PROBE_BYTES = 8 * 1024;

/**
 * A file's text, exactly: writing it back gives the same bytes. Null when it is no UTF-8 text.
 */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes.subarray(0, PROBE_BYTES).includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Its bytes. */
export function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A text's lines without their ends; a last line that is ended is not followed by an empty one. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/u);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
