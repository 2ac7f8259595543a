import { parseSessionEvent, type SessionEvent } from "../session/session-event.ts";

/** Version of the format. A reader refuses logs of a later one, and skips what it does not know of its own. */
export const LOG_VERSION = 1;

/** The first line of a log. */
export interface LogHeader {
  readonly version: number;
  readonly sessionId: string;
  readonly cwd: string;
}

/** What a log says. */
export interface ParsedLog {
  /** Null when its first line is none. */
  readonly header: LogHeader | null;
  readonly events: readonly SessionEvent[];
  /** Numbers of the lines that were not understood, from 1. */
  readonly skipped: readonly number[];
  /** The bytes after the last line end, which a crash cut off. */
  readonly tornBytes: number;
}

const LINE_FEED = 0x0a;

/** The header as a line. `at` is when the session was created. */
export function renderHeader({ version, sessionId, cwd }: LogHeader, at: Date): string {
  return toLine({ type: "session-created", version, at: at.toISOString(), sessionId, cwd });
}

/** One event as a line. JSON has no line end inside. `at` is when it happened. */
export function renderEvent({ type, ...members }: SessionEvent, at: Date): string {
  return toLine({ type, at: at.toISOString(), ...members });
}

function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** Reads a log piece by piece, however large it is. */
export interface LogParser {
  /** Takes the next bytes, cut anywhere. */
  apply(bytes: Uint8Array): void;
  /** What all of them say. Total: whatever the bytes are, what is understood is given in its order. */
  read(): ParsedLog;
}

/** Creates the parser of one log. */
export function createLogParser(): LogParser {
  return new LineParser();
}

/** Far more than any event takes, and less than a string can hold. A longer line is garbage and is not kept. */
const MAX_LINE_BYTES = 128 * 1024 * 1024;

class LineParser implements LogParser {
  readonly #decoder = new TextDecoder();
  readonly #events: SessionEvent[] = [];
  readonly #skipped: number[] = [];
  #header: LogHeader | null = null;
  #lines = 0;
  /** The beginning of a line whose end has not come, and its length. */
  #pieces: Uint8Array[] = [];
  #tornBytes = 0;

  apply(bytes: Uint8Array): void {
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
      this.#add(bytes.subarray(from, end));
      this.#endLine();
      from = end + 1;
    }
    // A copy: the caller may use its buffer again.
    if (from < bytes.length) this.#add(new Uint8Array(bytes.subarray(from)));
  }

  read(): ParsedLog {
    const tornBytes = this.#tornBytes;
    return { header: this.#header, events: this.#events, skipped: this.#skipped, tornBytes };
  }

  #add(piece: Uint8Array): void {
    this.#tornBytes += piece.length;
    if (this.#tornBytes > MAX_LINE_BYTES) this.#pieces = [];
    else this.#pieces.push(piece);
  }

  #endLine(): void {
    this.#lines += 1;
    const isTooLong = this.#tornBytes > MAX_LINE_BYTES;
    const line = isTooLong ? "" : this.#decoder.decode(join(this.#pieces));
    this.#pieces = [];
    this.#tornBytes = 0;
    if (this.#lines === 1) this.#header = parseHeader(line);
    if (this.#lines === 1 || this.#header === null) return;
    const event = parseSessionEvent(parseJson(line));
    if (event === null) this.#skipped.push(this.#lines);
    else this.#events.push(event);
  }
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) return first;
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

/** Reads the first line; null when it is none of ours. The rest of a later version is not looked at. */
export function parseHeader(line: string): LogHeader | null {
  const value = parseJson(line);
  if (typeof value !== "object" || value === null) return null;
  if (!("type" in value) || value.type !== "session-created") return null;
  if (!("version" in value) || typeof value.version !== "number") return null;
  const { version } = value;
  if (!("sessionId" in value) || typeof value.sessionId !== "string") return null;
  if (!("cwd" in value) || typeof value.cwd !== "string") return null;
  return { version, sessionId: value.sessionId, cwd: value.cwd };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
