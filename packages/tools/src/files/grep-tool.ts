import { defineTool } from "../define-tool.ts";
import type { Tool } from "../tool-definition.ts";
import type { CallView, ResultView, ViewLocation } from "../view.ts";
import { FileArguments } from "./file-args.ts";
import { findMatches, type LineMatch, type MatchList, type SearchPlaces } from "./find-matches.ts";
import { resolveTarget } from "./search-target.ts";

/** What to look for, and where. */
export interface GrepArgs {
  readonly pattern: string;
  readonly path?: string;
  readonly glob?: string;
  readonly ignoreCase: boolean;
  readonly limit?: number;
}

const DEFAULT_LIMIT = 100;

/** Some 15,000 tokens of ordinary lines. */
const MAX_LIMIT = 500;

/** Creates the tool `grep`: lines that match, in what git does not ignore. */
export function createGrepTool(places: SearchPlaces): Tool {
  return defineTool<GrepArgs, MatchList>({
    name: "grep",
    description:
      "Finds lines by a regular expression, in all files below a directory but those git ignores. Gives `path:line:text`.",
    inputSchema: {
      type: "object",
      properties: {
        pattern: { type: "string", description: "A regular expression for one line." },
        path: {
          type: "string",
          description: "Directory or file to search. Default: the session's directory.",
        },
        glob: { type: "string", description: "Only in files like this, such as `*.ts`." },
        ignoreCase: { type: "boolean", description: "Default false." },
        limit: {
          type: "integer",
          minimum: 1,
          maximum: MAX_LIMIT,
          description: `Lines to give at most. Default ${DEFAULT_LIMIT}.`,
        },
      },
      required: ["pattern"],
    },
    parseArgs,
    run: ({ path, pattern, glob, ignoreCase, limit }, context) => {
      const target = resolveTarget(context.session.cwd, path);
      const most = Math.min(limit ?? DEFAULT_LIMIT, MAX_LIMIT);
      const query = { target, pattern, ignoreCase, glob: glob ?? null, limit: most };
      return findMatches(query, places, context);
    },
    renderResult: renderMatches,
    isFailure: () => false,
    presentCall,
    presentResult: (_args, { matches, isCut }): ResultView => ({
      card: "generic",
      content: [{ text: renderMatches({ matches, isCut }), fence: "text" }],
      ...(matches.length > 0 && { locations: matches.slice(0, MAX_LOCATIONS).map(toLocation) }),
    }),
  });
}

/** A client may open each of them. */
const MAX_LOCATIONS = 50;

function toLocation({ path, line }: LineMatch): ViewLocation {
  return { path, line };
}

function parseArgs(input: unknown): GrepArgs {
  const args = new FileArguments("grep", input);
  const path = args.readOptionalText("path");
  const glob = args.readOptionalText("glob");
  const limit = args.readCount("limit");
  return {
    pattern: args.readText("pattern"),
    ignoreCase: args.readSwitch("ignoreCase"),
    ...(path !== null && { path }),
    ...(glob !== null && { glob }),
    ...(limit !== null && { limit }),
  };
}

function renderMatches({ matches, isCut }: MatchList): string {
  if (matches.length === 0) return "Nothing found.";
  const lines = matches.map(({ path, line, text }: LineMatch) => `${path}:${line}:${text}`);
  const rest = isCut
    ? [`[… only the first ${matches.length}; narrow the search to see others]`]
    : [];
  return [...lines, ...rest].join("\n");
}

function presentCall({ pattern, path, glob }: GrepArgs): CallView {
  const place = path === undefined ? "" : ` in ${path}`;
  const files = glob === undefined ? "" : ` (${glob})`;
  return {
    card: "generic",
    kind: "search",
    title: `Search for ${JSON.stringify(pattern)}${place}${files}`,
    ...(path !== undefined && { locations: [{ path }] }),
  };
}
