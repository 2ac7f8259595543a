import { Buffer } from "node:buffer";

/** Output that came in one piece after the other, the newest of it kept. */
export interface OutputRun {
  /** What is kept takes this many bytes. */
  readonly sizeBytes: number;
  append(text: string): void;
  /** Leaves out at least `bytes` at the beginning, whole characters; gives how many it were. */
  dropFirst(bytes: number): number;
  read(): string;
}

/** Pieces are joined up to this, so that many small ones cost little more than their text. */
const PIECE_CHARACTERS = 16 * 1024;

/** Creates an empty one. */
export function createOutputRun(): OutputRun {
  let pieces: { text: string; bytes: number }[] = [];
  let sizeBytes = 0;
  return {
    get sizeBytes() {
      return sizeBytes;
    },
    append(text) {
      const bytes = Buffer.byteLength(text);
      const last = pieces.at(-1);
      if (last !== undefined && last.text.length + text.length <= PIECE_CHARACTERS) {
        last.text += text;
        last.bytes += bytes;
      } else {
        pieces.push({ text, bytes });
      }
      sizeBytes += bytes;
    },
    dropFirst(bytes) {
      let dropped = 0;
      let count = 0;
      for (const piece of pieces) {
        if (dropped + piece.bytes > bytes) break;
        dropped += piece.bytes;
        count++;
      }
      pieces = pieces.slice(count);
      const [first] = pieces;
      if (first !== undefined && dropped < bytes) {
        const text = withoutFirst(first.text, bytes - dropped);
        const kept = Buffer.byteLength(text);
        dropped += first.bytes - kept;
        pieces[0] = { text, bytes: kept };
      }
      sizeBytes -= dropped;
      return dropped;
    },
    read: () => pieces.map(({ text }) => text).join(""),
  };
}

/** The text without its first `bytes` bytes, and without the rest of a character that is cut. */
function withoutFirst(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  let from = bytes;
  while (from < encoded.length && isContinuation(encoded[from])) from++;
  return encoded.subarray(from).toString();
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
