import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Encodings a file is kept in. */
export type Encoding = "br" | "gzip" | "identity";

/** A file of the page. */
export interface PageFile {
  readonly type: string;
  readonly etag: string;
  /** Its name changes with its content. */
  readonly isHashed: boolean;
  /** The encoding of what is read for a browser that takes this one: not every file is worth it. */
  toEncoding(accepted: Encoding): Encoding;
  read(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

/** Smaller than a packet: nothing to save. */
const MIN_COMPRESSED_BYTES = 1024;
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|manifest\+json|wasm)|image\/svg)/u;

/**
 * Reads the files of a built page, by their path on the server; `/` is `index.html`. Only what is there when it is read
 * is ever served, so that no path leads out of the folder. Empty when there is no such folder.
 */
export async function readPageFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const files = new Map<string, PageFile>();
  for (const path of await listFiles(folder)) {
    const name = `/${relative(folder, path).split(sep).join("/")}`;
    const file = createPageFile(name, await readFile(path));
    files.set(name, file);
    if (name === "/index.html") files.set("/", file);
  }
  return files;
}

/** Makes a file of the page out of its content. */
export function createPageFile(name: string, content: Uint8Array<ArrayBuffer>): PageFile {
  const type = TYPES[/\.\w+$/u.exec(name)?.[0] ?? ""] ?? "application/octet-stream";
  const kept = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  const isWorthIt = content.length >= MIN_COMPRESSED_BYTES && COMPRESSIBLE.test(type);
  return {
    type,
    etag: `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`,
    isHashed: name.startsWith("/assets/"),
    toEncoding: (accepted) => (isWorthIt ? accepted : "identity"),
    read(encoding) {
      const known = kept.get(encoding);
      if (known !== undefined) return known;
      const made = compress(content, encoding);
      kept.set(encoding, made);
      return made;
    },
  };
}

async function compress(
  content: Uint8Array<ArrayBuffer>,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === "br") {
    return new Uint8Array(
      await brotli(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
    );
  }
  return encoding === "gzip" ? new Uint8Array(await zip(content)) : content;
}

/** Within a tenth of the best, in a tenth of its time: it is done while the first visitor waits. */
const BROTLI_QUALITY = 9;

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** The best encoding that a browser takes. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  const names = (accepted ?? "").split(",").map((part) => part.trim().toLowerCase());
  const takes = (name: string): boolean =>
    names.some(
      (part) => part === name || (part.startsWith(`${name};`) && !/;\s*q=0(?:\.0*)?$/u.test(part)),
    );
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : "identity";
}
