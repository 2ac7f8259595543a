import { isPlainObject } from "../plain-data.ts";
import type { ToolContext } from "../tool-definition.ts";
import { MAX_FILE_BYTES, type FileAccess, type FileTree } from "./file-access.ts";
import { parseGlob } from "./glob-pattern.ts";
import { parseLinePattern } from "./line-pattern.ts";
import { runRipgrep } from "./run-ripgrep.ts";
import type { SearchTarget } from "./search-target.ts";
import { decodeText, splitLines } from "./text-file.ts";
import { toAbsolute, walkFiles } from "./walk-files.ts";

/** A line that was found. */
export interface LineMatch {
  /** As the search was asked for: from the session's directory, or absolute. */
  readonly path: string;
  /** Counts from 1. */
  readonly line: number;
  /** Without its end; a long one is cut. */
  readonly text: string;
}

/** What to look for. */
export interface MatchQuery {
  readonly target: SearchTarget;
  /** A regular expression for one line. */
  readonly pattern: string;
  readonly ignoreCase: boolean;
  /** Which files; null for all. */
  readonly glob: string | null;
  /** At most so many are given. */
  readonly limit: number;
}

/** Lines that were found, by file and line. */
export interface MatchList {
  readonly matches: readonly LineMatch[];
  /** There are more than these. */
  readonly isCut: boolean;
}

/** Where files are when there is no ripgrep. */
export interface SearchPlaces {
  readonly files: FileAccess;
  /** Null: there is no other way to search than ripgrep. */
  readonly tree: FileTree | null;
}

/** Enough to see what it is. */
const MAX_LINE_CHARACTERS = 300;

/** Finds lines with ripgrep, or without. @throws Error with what is wrong with the pattern, or with the place. */
export async function findMatches(
  query: MatchQuery,
  places: SearchPlaces,
  context: Pick<ToolContext, "runner" | "signal" | "session">,
): Promise<MatchList> {
  const found = await findWithRipgrep(query, context);
  if (found !== null) return found;
  const { tree, files } = places;
  if (tree === null) throw new Error("There is no ripgrep (rg) where commands run.");
  return findInFiles(query, { tree, files, signal: context.signal });
}

async function findWithRipgrep(
  { target, pattern, ignoreCase, glob, limit }: MatchQuery,
  context: Pick<ToolContext, "runner" | "signal" | "session">,
): Promise<MatchList | null> {
  const args = [
    "--json",
    "--hidden",
    "--no-require-git",
    "--no-messages",
    "--sort=path",
    "--glob=!.git",
    `--max-filesize=${MAX_FILE_BYTES}`,
    ...(ignoreCase ? ["--ignore-case"] : []),
    ...narrowByName(glob),
    "-e",
    pattern,
    "--",
    target.name,
  ];
  const output = await runRipgrep(args, context.session.cwd, context);
  if (output === null) return null;
  const isMeant = parseMeant(target, glob);
  const all = output.text
    .split("\n")
    .flatMap(parseEvent)
    .filter(({ path }) => isMeant(path));
  // With a code for trouble there may still be what was found elsewhere.
  if (output.code > 1 && all.length === 0) throw new Error(describeTrouble(output.text, target));
  return { matches: all.slice(0, limit), isCut: output.isCut || all.length > limit };
}

/** As a type of file, because ripgrep's `--glob` would also bring back what git ignores. */
function narrowByName(glob: string | null): string[] {
  return glob === null || glob.includes("/") ? [] : [`--type-add=wanted:${glob}`, "--type=wanted"];
}

/** The same globs as without ripgrep, from the root of the search. */
function parseMeant({ name }: SearchTarget, glob: string | null): (path: string) => boolean {
  if (glob === null) return () => true;
  const isMeant = parseGlob(glob);
  const prefix = name === "." ? "" : `${name}/`;
  return (path) => isMeant(path.startsWith(prefix) ? path.slice(prefix.length) : path);
}

function describeTrouble(text: string, target: SearchTarget): string {
  const words = text
    .split("\n")
    .filter((line) => !line.startsWith("{"))
    .join("\n")
    .trim();
  return words === "" ? `${target.root} cannot be searched. Does it exist?` : words;
}

/** A line of ripgrep's JSON; what is no match, or was cut in half, is nothing. */
function parseEvent(line: string): LineMatch[] {
  const event = parseJson(line);
  const isMatch = isPlainObject(event) && event["type"] === "match";
  if (!isMatch || !isPlainObject(event["data"])) return [];
  const { path, line_number: number, lines } = event["data"];
  const name = readText(path);
  const text = readText(lines);
  if (name === null || text === null || typeof number !== "number") return [];
  return [{ path: name.replace(/^\.\//u, ""), line: number, text: cutLine(text) }];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What is no text is given as bytes, and not shown. */
function readText(value: unknown): string | null {
  return isPlainObject(value) && typeof value["text"] === "string" ? value["text"] : null;
}

function cutLine(text: string): string {
  const line = text.replace(/\r?\n$/u, "");
  return line.length <= MAX_LINE_CHARACTERS ? line : `${line.slice(0, MAX_LINE_CHARACTERS)}…`;
}

async function findInFiles(
  query: MatchQuery,
  { tree, files, signal }: { tree: FileTree; files: FileAccess; signal: AbortSignal },
): Promise<MatchList> {
  const { target, glob, limit } = query;
  const isMatch = parseLinePattern(query.pattern, query.ignoreCase);
  const isMeant = glob === null ? () => true : parseGlob(glob);
  const matches: LineMatch[] = [];
  for await (const path of listFiles(target, { tree, files, signal })) {
    if (!isMeant(path)) continue;
    const text = await readSearched(files, toAbsolute(target.root, path));
    for (const [index, line] of splitLines(text).entries()) {
      if (!isMatch(line)) continue;
      if (matches.length === limit) return { matches, isCut: true };
      matches.push({ path: target.toShown(path), line: index + 1, text: cutLine(line) });
    }
  }
  return { matches, isCut: false };
}

async function* listFiles(
  { root }: SearchTarget,
  places: { tree: FileTree; files: FileAccess; signal: AbortSignal },
): AsyncGenerator<string> {
  if ((await places.tree.list(root)) !== null) {
    yield* walkFiles({ ...places, root });
    return;
  }
  if ((await places.files.read(root, MAX_FILE_BYTES)) === null) {
    throw new Error(`${root} cannot be searched. Does it exist?`);
  }
  yield "";
}

/** What cannot be read, or is no text, has no lines. */
async function readSearched(files: FileAccess, path: string): Promise<string> {
  const bytes = await files.read(path, MAX_FILE_BYTES).catch(() => null);
  return bytes === null ? "" : (decodeText(bytes) ?? "");
}
