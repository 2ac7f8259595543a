/** A longer line is recorded in parts: what passes must not fill the memory. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Which way a line went: from the agent to its client, or back. */
export type Direction = "a2c" | "c2a";

/** Makes records of the bytes that pass in one direction. */
export interface LineRecorder {
  /** Takes a copy of what passed. */
  take(chunk: Uint8Array): void;
  /** Records an unfinished last line. */
  end(): void;
}

/**
 * Creates the recorder of one direction. Each line is one record: a JSON-RPC message as `msg`, byte for byte as it
 * passed; any other text as `raw`; anything that is not UTF-8 as `raw64`.
 *
 * @param write takes one record, a line with its line end.
 */
export function createLineRecorder(
  direction: Direction,
  {
    elapsedMs,
    write,
    maxLineBytes = MAX_LINE_BYTES,
  }: {
    readonly elapsedMs: () => number;
    readonly write: (record: string) => void;
    readonly maxLineBytes?: number;
  },
): LineRecorder {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  const add = (part: Uint8Array): void => {
    for (let from = 0; from < part.length;) {
      const room = part.subarray(from, from + maxLineBytes - bytes);
      parts.push(room.slice());
      bytes += room.length;
      from += room.length;
      if (bytes === maxLineBytes) flush();
    }
  };
  const flush = (): void => {
    if (bytes > 0) write(toRecord(Buffer.concat(parts), direction, elapsedMs()));
    parts = [];
    bytes = 0;
  };
  return {
    take(chunk) {
      let from = 0;
      for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, from)) {
        add(chunk.subarray(from, end));
        flush();
        from = end + 1;
      }
      add(chunk.subarray(from));
    },
    end: flush,
  };
}

function toRecord(line: Uint8Array, direction: Direction, timeMs: number): string {
  const head = `{"t": ${Math.round(timeMs)}, "dir": "${direction}"`;
  const text = decode(line);
  if (text === null) return `${head}, "raw64": "${Buffer.from(line).toString("base64")}"}\n`;
  const message = text.trim();
  return isMessage(message)
    ? `${head}, "msg": ${message}}\n`
    : `${head}, "raw": ${JSON.stringify(text)}}\n`;
}

function decode(line: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line);
  } catch {
    return null;
  }
}

function isMessage(text: string): boolean {
  if (!text.startsWith("{") && !text.startsWith("[")) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
