import { constants } from "node:fs";
import { mkdir, open, readdir, writeFile, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";

/** What is in a directory. Links are `other`: whoever follows them can go round in circles. */
export interface LocalFileEntry {
  readonly name: string;
  readonly kind: "file" | "directory" | "other";
}

/** The files of this machine, for tools that know no Node. */
export interface LocalFiles {
  /**
   * The file's bytes, or null when there is none of that name.
   *
   * @throws Error that names the path: a directory, a device, longer than `limitBytes`, not to be read.
   */
  read(path: string, limitBytes: number): Promise<Uint8Array | null>;
  /** At most `limitBytes` from its start; null when it cannot be read for whatever reason. */
  readStart(path: string, limitBytes: number): Promise<Uint8Array | null>;
  /** Writes the file through links, keeping its mode; makes the directories it needs. @throws Error naming the path. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** What is in a directory; null when it is none, or is not to be read. */
  list(path: string): Promise<readonly LocalFileEntry[] | null>;
}

/** Gives access to the files of this machine, with the rights of this process. */
export function createLocalFiles(): LocalFiles {
  return {
    read: readWhole,
    readStart: (path, limitBytes) => readStart(path, limitBytes).catch(() => null),
    async write(path, bytes) {
      try {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, bytes);
      } catch (error) {
        throw describe(error, path);
      }
    },
    list: (path) => readDirectory(path).catch(() => null),
  };
}

async function readWhole(path: string, limitBytes: number): Promise<Uint8Array | null> {
  const file = await openFile(path);
  if (file === null) return null;
  try {
    const stats = await file.stat();
    if (stats.isDirectory()) throw new Error(`${path} is a directory.`);
    // A pipe or a terminal would be waited for without end.
    if (!stats.isFile()) throw new Error(`${path} is not an ordinary file.`);
    if (stats.size > limitBytes) {
      throw new Error(`${path} is too long: ${stats.size} bytes, at most ${limitBytes} are read.`);
    }
    return await file.readFile();
  } finally {
    await file.close();
  }
}

async function openFile(path: string): Promise<FileHandle | null> {
  try {
    // Without O_NONBLOCK, opening a pipe waits for whoever writes it.
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (isMissing(error)) return null;
    throw describe(error, path);
  }
}

async function readStart(path: string, limitBytes: number): Promise<Uint8Array | null> {
  const file = await openFile(path);
  if (file === null) return null;
  try {
    if (!(await file.stat()).isFile()) return null;
    const buffer = new Uint8Array(limitBytes);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, limitBytes - length);
      if (bytesRead === 0) return buffer.subarray(0, length);
      length += bytesRead;
    }
  } finally {
    await file.close();
  }
}

async function readDirectory(path: string): Promise<LocalFileEntry[]> {
  const entries = await readdir(path, { withFileTypes: true });
  return entries.map((entry) => {
    if (entry.isFile()) return { name: entry.name, kind: "file" };
    return { name: entry.name, kind: entry.isDirectory() ? "directory" : "other" };
  });
}

function isMissing(error: unknown): boolean {
  const code = readCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "not permitted",
  EISDIR: "it is a directory",
  ENOTDIR: "a part of the path is not a directory",
  EEXIST: "a part of the path is not a directory",
  ENOSPC: "there is no space left",
  EROFS: "the file system is read-only",
  ELOOP: "its links go round in circles",
  ENAMETOOLONG: "the name is too long",
};

function describe(error: unknown, path: string): Error {
  const code = readCode(error);
  const reason = REASONS[code] ?? (error instanceof Error ? error.message : String(error));
  return new Error(`${path}: ${reason}`, { cause: error });
}

function readCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
