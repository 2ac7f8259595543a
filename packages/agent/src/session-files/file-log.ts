import { open, rm, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { AcpError } from "@termwire/acp/agent";
import { refuseUnknown } from "../session/refuse-session.ts";
import type { NewSession, SessionLog } from "../session/session-archive.ts";
import type { SessionEvent } from "../session/session-event.ts";
import {
  createLogParser,
  LOG_VERSION,
  renderEvent,
  renderHeader,
  type ParsedLog,
} from "./log-lines.ts";
import { isCode, type SessionLock } from "./session-lock.ts";

/** A log on disk and who may write it. The log releases the lock. */
export interface LogFile {
  readonly path: string;
  readonly lock: SessionLock;
}

/** Creates the file of a new session, readable by this user alone, with its first line and what it begins with. */
export async function createFileLog(
  file: LogFile,
  { sessionId, cwd }: NewSession,
  events: readonly SessionEvent[] = [],
): Promise<SessionLog> {
  const handle = await open(file.path, "wx", 0o600);
  const now = new Date();
  const header = renderHeader({ version: LOG_VERSION, sessionId, cwd }, now);
  const log = new FileLog(handle, { ...file, length: 0, events, notes: [] });
  try {
    await log.write([header, ...events.map((event) => renderEvent(event, now))].join(""));
    await syncDirectory(file.path);
    return log;
  } catch (error) {
    await handle.close();
    await rm(file.path, { force: true });
    throw error;
  }
}

/**
 * Reads the whole lines of a file that somebody may be writing.
 *
 * @throws AcpError `unknown-session`, `invalid-params`
 */
export async function readFileLog(
  path: string,
  sessionId: string,
): Promise<readonly SessionEvent[]> {
  const handle = await openExisting(path, "r", sessionId);
  try {
    const { parsed } = await readLog(handle);
    checkVersion(parsed, sessionId);
    return parsed.events;
  } finally {
    await handle.close();
  }
}

/**
 * Opens the file of an earlier session, at the end of its last whole line.
 *
 * @throws AcpError `unknown-session`, `invalid-params`
 */
export async function openFileLog(file: LogFile, sessionId: string): Promise<SessionLog> {
  const handle = await openExisting(file.path, "r+", sessionId);
  try {
    const { parsed, totalBytes } = await readLog(handle);
    checkVersion(parsed, sessionId);
    const length = totalBytes - parsed.tornBytes;
    if (parsed.tornBytes > 0) await handle.truncate(length);
    const { events } = parsed;
    return new FileLog(handle, { ...file, length, events, notes: describeLosses(parsed) });
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Read at once: few calls, and little beside what a log becomes in memory. */
const PIECE_BYTES = 1024 * 1024;

/** Piece by piece: a log may be longer than a string can be. */
async function readLog(handle: FileHandle): Promise<{ parsed: ParsedLog; totalBytes: number }> {
  const parser = createLogParser();
  const buffer = Buffer.allocUnsafe(PIECE_BYTES);
  let totalBytes = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, totalBytes);
    if (bytesRead === 0) return { parsed: parser.read(), totalBytes };
    parser.apply(buffer.subarray(0, bytesRead));
    totalBytes += bytesRead;
  }
}

/** Without it a loss of power can lose the file's name; where directories cannot be synced, they need not be. */
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(dirname(path), "r").catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

async function openExisting(
  path: string,
  flags: "r" | "r+",
  sessionId: string,
): Promise<FileHandle> {
  try {
    return await open(path, flags);
  } catch (error) {
    if (isCode(error, "ENOENT")) throw refuseUnknown(sessionId);
    throw error;
  }
}

function checkVersion({ header }: ParsedLog, sessionId: string): void {
  if (header === null) throw refuseUnknown(sessionId);
  if (header.version <= LOG_VERSION) return;
  throw new AcpError(
    "invalid-params",
    `session ${sessionId} was written by a later version: its log has format ${header.version}, and this one reads up to ${LOG_VERSION}`,
    { sessionId, version: header.version, supported: LOG_VERSION },
  );
}

function describeLosses({ skipped, tornBytes }: ParsedLog): readonly string[] {
  const notes: string[] = [];
  if (skipped.length > 0) {
    const lines = skipped.length === 1 ? "line" : "lines";
    notes.push(
      `Left out of this session: ${lines} ${skipped.join(", ")} of its log, not understood.`,
    );
  }
  if (tornBytes > 0) {
    notes.push(
      "Left out of this session: the last line of its log, which was not written to its end.",
    );
  }
  return notes;
}

interface FileLogParts extends LogFile {
  /** Bytes of whole lines. */
  readonly length: number;
  readonly events: readonly SessionEvent[];
  readonly notes: readonly string[];
}

class FileLog implements SessionLog {
  readonly events: readonly SessionEvent[];
  readonly notes: readonly string[];
  readonly #handle: FileHandle;
  readonly #lock: SessionLock;
  #length: number;
  #closing: Promise<void> | null = null;

  constructor(handle: FileHandle, { events, notes, lock, length }: FileLogParts) {
    this.events = events;
    this.notes = notes;
    this.#handle = handle;
    this.#lock = lock;
    this.#length = length;
  }

  /** A whole turn survives the loss of power, everything else the death of the process. */
  async append(event: SessionEvent): Promise<void> {
    await this.write(renderEvent(event, new Date()));
    if (event.type === "turn-ended") await this.#settle();
  }

  /** @throws Error when nobody will find the file again: somebody has deleted it. */
  async #settle(): Promise<void> {
    await this.#handle.datasync();
    const { nlink } = await this.#handle.stat();
    if (nlink === 0) throw new Error("its file was deleted");
  }

  async write(line: string): Promise<void> {
    const bytes = Buffer.from(line);
    try {
      await writeAll(this.#handle, bytes, this.#length);
      this.#length += bytes.length;
    } catch (error) {
      await this.#handle.truncate(this.#length).catch(() => undefined);
      throw error;
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    this.#lock.release();
  }
}

/** The system may take less than all of it at once. */
async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const rest = bytes.subarray(written);
    const { bytesWritten } = await handle.write(rest, 0, rest.length, position + written);
    written += bytesWritten;
  }
}
