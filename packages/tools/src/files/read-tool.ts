import { resolveDirectory } from "@termwire/terminal";
import { defineTool } from "../define-tool.ts";
import type { Tool } from "../tool-definition.ts";
import type { CallView, ResultView } from "../view.ts";
import type { FileAccess } from "./file-access.ts";
import { FileArguments, PATH_SCHEMA } from "./file-args.ts";
import { readExistingFile } from "./read-text-file.ts";
import { splitLines } from "./text-file.ts";

/** What is to be read. */
export interface ReadArgs {
  readonly path: string;
  /** Counts from 1. */
  readonly startLine?: number;
  readonly endLine?: number;
}

/** What was read. */
export interface ReadResult {
  /** Absolute. */
  readonly path: string;
  /** Of the first of `lines`. */
  readonly startLine: number;
  /** Each without its end; a long one is cut, and says so. */
  readonly lines: readonly string[];
  readonly totalLines: number;
}

/** Most source files are shorter; the rest can be asked for. */
const MAX_LINES = 2000;

/** Some 20,000 tokens, whatever the lines are like. */
const MAX_CHARACTERS = 60_000;

/** Longer lines are generated, and nobody reads them. */
const MAX_LINE_CHARACTERS = 2000;

/** Creates the tool `read`: lines of a text file, numbered. */
export function createReadTool(files: FileAccess): Tool {
  return defineTool<ReadArgs, ReadResult>({
    name: "read",
    description: `Reads a text file: its lines with their numbers, at most ${MAX_LINES} at a time.`,
    inputSchema: {
      type: "object",
      properties: {
        path: PATH_SCHEMA,
        startLine: { type: "integer", minimum: 1, description: "First line, counted from 1." },
        endLine: { type: "integer", minimum: 1, description: "Last line, included." },
      },
      required: ["path"],
    },
    parseArgs,
    async run({ path, startLine = 1, endLine = Number.MAX_SAFE_INTEGER }, { session }) {
      const absolute = resolveDirectory(session.cwd, path);
      const all = splitLines(await readExistingFile(files, absolute));
      const lines = takeLines(all, startLine, endLine);
      return { path: absolute, startLine, lines, totalLines: all.length };
    },
    renderResult: renderRead,
    isFailure: () => false,
    presentCall,
    presentResult,
  });
}

function parseArgs(input: unknown): ReadArgs {
  const args = new FileArguments("read", input);
  const startLine = args.readCount("startLine");
  const endLine = args.readCount("endLine");
  if (endLine !== null && endLine < (startLine ?? 1)) {
    throw args.refuse("endLine", `a line from ${startLine ?? 1} on`, endLine);
  }
  return {
    path: args.readText("path"),
    ...(startLine !== null && { startLine }),
    ...(endLine !== null && { endLine }),
  };
}

function takeLines(all: readonly string[], startLine: number, endLine: number): string[] {
  const asked = all.slice(startLine - 1, Math.min(endLine, startLine - 1 + MAX_LINES)).map(cutLine);
  let characters = 0;
  const end = asked.findIndex((line) => (characters += line.length + 1) > MAX_CHARACTERS);
  return end === -1 ? asked : asked.slice(0, Math.max(1, end));
}

function cutLine(line: string): string {
  if (line.length <= MAX_LINE_CHARACTERS) return line;
  const omitted = line.length - MAX_LINE_CHARACTERS;
  return `${line.slice(0, MAX_LINE_CHARACTERS)}[… ${omitted} characters omitted]`;
}

/** Numbers, a tab and the line; then how to read on, when there is more. */
function renderRead({ path, startLine, lines, totalLines }: ReadResult): string {
  if (totalLines === 0) return `${path} is empty.`;
  if (lines.length === 0) return `${path} has ${totalLines} lines, and none from ${startLine} on.`;
  const numbered = lines.map((line, index) => `${startLine + index}\t${line}`);
  const endLine = startLine + lines.length - 1;
  const rest = endLine < totalLines ? [`[… lines ${endLine + 1} to ${totalLines} not shown]`] : [];
  return [...numbered, ...rest].join("\n");
}

function presentCall({ path, startLine, endLine }: ReadArgs): CallView {
  const range =
    startLine === undefined && endLine === undefined ? "" : `:${startLine ?? 1}-${endLine ?? ""}`;
  return {
    card: "generic",
    kind: "read",
    title: `Read ${path}${range}`,
    locations: [{ path, ...(startLine !== undefined && { line: startLine }) }],
  };
}

function presentResult(_args: ReadArgs, { lines }: ReadResult): ResultView {
  return { card: "generic", content: [{ text: lines.join("\n"), fence: "text" }] };
}
