import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { ExportPlace, ExportTarget } from "@termwire/agent";

/** For its owner alone: a conversation may hold what nobody else should read. */
const MODE = 0o600;

/**
 * Writes sessions to new files, in their own directory unless their person says another. A directory in the client's
 * environment is reached through the client; null where it does not offer that.
 */
export function createExportTarget(place: ExportPlace): ExportTarget | null {
  const { cwd, clientFiles } = place;
  if (clientFiles !== null) return createClientTarget(place);
  return {
    async write(text, path) {
      const file = resolve(cwd, path ?? createName(place));
      try {
        await writeFile(file, text, { flag: "wx", mode: MODE });
      } catch (error) {
        throw describe(error, file);
      }
      return file;
    },
  };
}

function createClientTarget(place: ExportPlace): ExportTarget | null {
  const { read, write } = place.clientFiles ?? {};
  if (read === undefined || write === undefined) return null;
  return {
    async write(text, path) {
      const file = resolve(place.cwd, path ?? createName(place));
      if ((await read(file, 1).catch(() => new Uint8Array())) !== null) throw refuseOld(file);
      await write(file, new TextEncoder().encode(text));
      return file;
    },
  };
}

/** Sorts by time, and is the same for no two sessions. */
function createName({ sessionId }: ExportPlace): string {
  const time = new Date().toISOString().replaceAll(/[-:]/gu, "").slice(0, 15);
  return `termwire-${time}-${sessionId.slice(-6)}.md`;
}

function describe(error: unknown, file: string): Error {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EEXIST") return refuseOld(file);
  if (code === "ENOENT") return new Error(`${file}: there is no such directory.`);
  return new Error(`${file} cannot be written (${code}).`);
}

function refuseOld(file: string): Error {
  return new Error(`${file} is there already.`);
}
