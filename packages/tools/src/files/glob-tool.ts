import { defineTool } from "../define-tool.ts";
import type { Tool, ToolContext } from "../tool-definition.ts";
import type { CallView, ResultView } from "../view.ts";
import { FileArguments } from "./file-args.ts";
import type { SearchPlaces } from "./find-matches.ts";
import { parseGlob } from "./glob-pattern.ts";
import { runRipgrep } from "./run-ripgrep.ts";
import { resolveTarget, type SearchTarget } from "./search-target.ts";
import { walkFiles } from "./walk-files.ts";

/** Which files, and where. */
export interface GlobArgs {
  readonly pattern: string;
  readonly path?: string;
}

/** Files that were found, by their names. */
export interface GlobResult {
  readonly paths: readonly string[];
  /** How many there are; null when nobody counted to the end. */
  readonly total: number | null;
}

/** Some 8,000 tokens. */
const MAX_PATHS = 500;

/** A client may open each of them. */
const MAX_LOCATIONS = 50;

/** Creates the tool `glob`: files by their names, in what git does not ignore. */
export function createGlobTool(places: SearchPlaces): Tool {
  return defineTool<GlobArgs, GlobResult>({
    name: "glob",
    description:
      "Finds files by name below a directory, but those git ignores: `*.ts` anywhere, `src/**/*.ts` by the whole path.",
    inputSchema: {
      type: "object",
      properties: {
        pattern: { type: "string", description: "With `*`, `?`, `**`, `[a-z]` and `{a,b}`." },
        path: {
          type: "string",
          description: "Directory to search. Default: the session's directory.",
        },
      },
      required: ["pattern"],
    },
    parseArgs(input) {
      const args = new FileArguments("glob", input);
      const path = args.readOptionalText("path");
      return { pattern: args.readText("pattern"), ...(path !== null && { path }) };
    },
    run: (args, context) => findFiles(args, places, context),
    renderResult: renderPaths,
    isFailure: () => false,
    presentCall: ({ pattern, path }): CallView => ({
      card: "generic",
      kind: "search",
      title: `Find files ${pattern}${path === undefined ? "" : ` in ${path}`}`,
      ...(path !== undefined && { locations: [{ path }] }),
    }),
    presentResult: (_args, result): ResultView => ({
      card: "generic",
      content: [{ text: renderPaths(result), fence: "text" }],
      ...(result.paths.length > 0 && {
        locations: result.paths.slice(0, MAX_LOCATIONS).map((found) => ({ path: found })),
      }),
    }),
  });
}

function renderPaths({ paths, total }: GlobResult): string {
  if (paths.length === 0) return "No file found.";
  if (total === paths.length) return paths.join("\n");
  const others = total === null ? "more" : `${total - paths.length} more`;
  return `${paths.join("\n")}\n[… ${others}; narrow the search to see them]`;
}

async function findFiles(
  { pattern, path }: GlobArgs,
  places: SearchPlaces,
  context: ToolContext,
): Promise<GlobResult> {
  const target = resolveTarget(context.session.cwd, path);
  const isMeant = parseGlob(pattern);
  const listed = await listWithRipgrep(target, context);
  const all = listed ?? (await listWithout(target, places, context.signal));
  const found = all.paths.filter(isMeant);
  const total = all.isCut ? null : found.length;
  return { paths: found.slice(0, MAX_PATHS).map((each) => target.toShown(each)), total };
}

/** Paths from the root of the search. */
interface Listed {
  readonly paths: readonly string[];
  readonly isCut: boolean;
}

async function listWithRipgrep(target: SearchTarget, context: ToolContext): Promise<Listed | null> {
  const args = ["--files", "--hidden", "--no-require-git", "--no-messages", "--sort=path"];
  const output = await runRipgrep([...args, "--glob=!.git"], target.root, context);
  if (output === null) return null;
  const lines = output.text.split(/\r?\n/u);
  // The last line is empty, or cut in half.
  return { paths: lines.slice(0, -1).map(toPosix), isCut: output.isCut };
}

function toPosix(path: string): string {
  return path.replace(/^\.\//u, "").replaceAll("\\", "/");
}

async function listWithout(
  { root }: SearchTarget,
  { files, tree }: SearchPlaces,
  signal: AbortSignal,
): Promise<Listed> {
  if (tree === null) throw new Error("There is no ripgrep (rg) where commands run.");
  if ((await tree.list(root)) === null) throw new Error(`${root} is no directory.`);
  const paths: string[] = [];
  for await (const path of walkFiles({ files, tree, root, signal })) paths.push(path);
  return { paths, isCut: false };
}
