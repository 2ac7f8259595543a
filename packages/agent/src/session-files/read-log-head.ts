import { open } from "node:fs/promises";
import { parseSessionEvent } from "../session/session-event.ts";
import { LOG_VERSION, parseHeader } from "./log-lines.ts";

/** What a list shows of a session. */
export interface LogHead {
  readonly cwd: string;
  /** Null until the first prompt. */
  readonly title: string | null;
}

/** Header and title come first and are short; a directory's path is some 4 KiB at most. */
const HEAD_BYTES = 8 * 1024;

/** Reads the beginning of a log; null for what is none, or of a later version. Never rejects. */
export async function readLogHead(path: string): Promise<LogHead | null> {
  try {
    const handle = await open(path, "r");
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return parseHead(buffer.toString("utf8", 0, bytesRead));
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}

/** A line that was cut off is no line. */
function parseHead(text: string): LogHead | null {
  const [first = "", ...rest] = text.split("\n").slice(0, -1);
  const header = parseHeader(first);
  if (header === null || header.version > LOG_VERSION) return null;
  for (const line of rest) {
    const title = readTitle(line);
    if (title !== null) return { cwd: header.cwd, title };
  }
  return { cwd: header.cwd, title: null };
}

function readTitle(line: string): string | null {
  try {
    const event = parseSessionEvent(JSON.parse(line));
    return event?.type === "title-changed" ? event.title : null;
  } catch {
    return null;
  }
}
