import { MAX_FILE_BYTES, type FileAccess } from "./file-access.ts";
import { decodeText } from "./text-file.ts";

/**
 * The text of a file, or null when there is none.
 *
 * @throws Error that names the path, also when it is no text.
 */
export async function readTextFile(files: FileAccess, path: string): Promise<string | null> {
  const bytes = await files.read(path, MAX_FILE_BYTES);
  if (bytes === null) return null;
  const text = decodeText(bytes);
  if (text !== null) return text;
  throw new Error(`${path} is not text (${bytes.length} bytes of something else).`);
}

/** The same where there must be one. */
export async function readExistingFile(files: FileAccess, path: string): Promise<string> {
  const text = await readTextFile(files, path);
  if (text === null) throw new Error(`There is no file ${path}.`);
  return text;
}
