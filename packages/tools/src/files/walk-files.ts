import type { FileAccess, FileTree } from "./file-access.ts";
import { NO_IGNORE_RULES, type IgnoreRules } from "./ignore-rules.ts";
import { decodeText } from "./text-file.ts";

/** Where and how far is searched. */
export interface WalkOptions {
  readonly files: FileAccess;
  readonly tree: FileTree;
  /** Absolute. */
  readonly root: string;
  readonly signal: AbortSignal;
}

/** More files than a project has without what it ignores. */
const MAX_FILES = 50_000;

/** Longer ones are no list of patterns. */
const MAX_GITIGNORE_BYTES = 256 * 1024;

/**
 * The files below a directory, each as its path from there with `/`, in the order of their names, without what
 * `.gitignore` files in it say. Ends after {@link MAX_FILES}, or when `signal` aborts, which throws its reason.
 */
export async function* walkFiles(options: WalkOptions): AsyncGenerator<string> {
  let left = MAX_FILES;
  for await (const path of walkDirectory(options, "", NO_IGNORE_RULES)) {
    yield path;
    left -= 1;
    if (left === 0) return;
  }
}

async function* walkDirectory(
  options: WalkOptions,
  directory: string,
  outer: IgnoreRules,
): AsyncGenerator<string> {
  options.signal.throwIfAborted();
  const entries = await options.tree.list(toAbsolute(options.root, directory));
  if (entries === null) return;
  const hasRules = entries.some(({ name }) => name === ".gitignore");
  const rules = hasRules ? await readRules(options, directory, outer) : outer;
  const named = entries.toSorted((a, b) => compare(a.name, b.name));
  for (const { name, kind } of named) {
    const path = directory === "" ? name : `${directory}/${name}`;
    if (kind === "other" || rules.isIgnored(path, kind === "directory")) continue;
    if (kind === "file") yield path;
    else yield* walkDirectory(options, path, rules);
  }
}

/** One that cannot be read has no rules. */
async function readRules(
  { files, root }: WalkOptions,
  directory: string,
  outer: IgnoreRules,
): Promise<IgnoreRules> {
  const path = toAbsolute(root, directory === "" ? ".gitignore" : `${directory}/.gitignore`);
  const bytes = await files.read(path, MAX_GITIGNORE_BYTES).catch(() => null);
  const text = bytes === null ? null : decodeText(bytes);
  return text === null ? outer : outer.add(directory, text);
}

/** A path from the root of a search as the system has it. */
export function toAbsolute(root: string, path: string): string {
  if (path === "") return root;
  const separator = root.startsWith("/") ? "/" : "\\";
  const base = root.endsWith(separator) ? root : `${root}${separator}`;
  return base + path.split("/").join(separator);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
