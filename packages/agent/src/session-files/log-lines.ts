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

/** Reads a log as far as it goes. Total: whatever the bytes are, what is understood is given in its order. */
export function parseLog(bytes: Uint8Array): ParsedLog {
  const end = bytes.lastIndexOf(LINE_FEED) + 1;
  const tornBytes = bytes.length - end;
  const lines = end === 0 ? [] : new TextDecoder().decode(bytes.subarray(0, end - 1)).split("\n");
  const header = parseHeader(lines[0] ?? "");
  if (header === null) return { header, events: [], skipped: [], tornBytes };
  const events: SessionEvent[] = [];
  const skipped: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (index === 0) continue;
    const event = parseSessionEvent(parseJson(line));
    if (event === null) skipped.push(index + 1);
    else events.push(event);
  }
  return { header, events, skipped, tornBytes };
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
