import { resolveDirectory } from "@termwire/terminal";
import { defineTool } from "../define-tool.ts";
import type { Tool } from "../tool-definition.ts";
import type { CallView, ResultView } from "../view.ts";
import type { FileAccess } from "./file-access.ts";
import { FileArguments, PATH_SCHEMA } from "./file-args.ts";
import type { FileLocks } from "./file-locks.ts";
import { findNearestLines, type NearLines } from "./nearest-lines.ts";
import { readExistingFile } from "./read-text-file.ts";
import { replaceText, type ReplaceRequest } from "./replace-text.ts";
import { encodeText } from "./text-file.ts";

/** What is to be replaced where. */
export interface EditArgs extends ReplaceRequest {
  readonly path: string;
}

/** The file before and after; of a long one only what was replaced by what. */
export interface EditResult {
  /** Absolute. */
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
  /** Places that were replaced. */
  readonly count: number;
  /** Of the first one; counts from 1. */
  readonly line: number;
}

/** Creates the tool `edit`: replaces a text that is in a file exactly once, or everywhere. */
export function createEditTool(files: FileAccess, locks: FileLocks): Tool {
  return defineTool<EditArgs, EditResult>({
    name: "edit",
    description:
      "Replaces a text in a file. The text has to be there exactly as given, and only once unless `replaceAll` is true: include as many lines around it as that takes.",
    inputSchema: {
      type: "object",
      properties: {
        path: PATH_SCHEMA,
        oldText: { type: "string", description: "The exact text to replace, spaces included." },
        newText: { type: "string", description: "What to put in its place; empty to delete it." },
        replaceAll: { type: "boolean", description: "Replace it wherever it is. Default false." },
      },
      required: ["path", "oldText", "newText"],
    },
    parseArgs,
    run: (args, { session, signal }) => {
      const path = resolveDirectory(session.cwd, args.path);
      return locks.hold(path, async () => {
        signal.throwIfAborted();
        return edit(files, path, args);
      });
    },
    renderResult: ({ path, count, line }) =>
      count === 1
        ? `Edited ${path} at line ${line}.`
        : `Edited ${path} in ${count} places, first at line ${line}.`,
    isFailure: () => false,
    presentCall: ({ path, oldText, newText }): CallView => ({
      card: "diff",
      title: `Edit ${path}`,
      diffs: [{ path, oldText, newText }],
      locations: [{ path }],
    }),
    presentResult: (_args, { path, oldText, newText }): ResultView => ({
      card: "diff",
      diffs: [{ path, oldText, newText }],
    }),
  });
}

function parseArgs(input: unknown): EditArgs {
  const args = new FileArguments("edit", input);
  const oldText = args.readContent("oldText");
  const newText = args.readContent("newText");
  if (oldText === "") {
    throw args.refuse("oldText", "the text to replace; `write` makes a new file", oldText);
  }
  if (oldText === newText) throw args.refuse("newText", "something else than oldText", newText);
  const path = args.readText("path");
  return { path, oldText, newText, replaceAll: args.readSwitch("replaceAll") };
}

async function edit(files: FileAccess, path: string, args: EditArgs): Promise<EditResult> {
  const oldText = await readExistingFile(files, path);
  const replaced = replaceText(oldText, args);
  if (replaced.kind === "not-found") throw new Error(describeNotFound(path, oldText, args.oldText));
  if (replaced.kind === "ambiguous") throw new Error(describeAmbiguous(path, replaced.lines));
  await files.write(path, encodeText(replaced.text));
  const { text: newText, count, line } = replaced;
  const shown = oldText.length <= MAX_DIFF_CHARACTERS ? { oldText, newText } : args;
  return { path, oldText: shown.oldText, newText: shown.newText, count, line };
}

/** Both texts are kept with the session and sent to the client. */
const MAX_DIFF_CHARACTERS = 256 * 1024;

/** More line numbers say nothing more. */
const MAX_SHOWN_LINES = 10;

/** Enough of a candidate to copy from. */
const MAX_SHOWN_CHARACTERS = 2000;

function describeAmbiguous(path: string, lines: readonly number[]): string {
  const shown = lines.slice(0, MAX_SHOWN_LINES).join(", ");
  const more = lines.length > MAX_SHOWN_LINES ? ", …" : "";
  return `Not edited: the text is in ${path} ${lines.length} times, at lines ${shown}${more}. Include more of the lines around the one you mean, or set replaceAll.`;
}

function describeNotFound(path: string, text: string, part: string): string {
  const near = findNearestLines(text, part);
  const head = `Not edited: the text is not in ${path}.`;
  if (near.length === 0) return `${head} Nothing in it is like it. Read the file again.`;
  return [`${head} The nearest there is:`, ...near.map(describeNear)].join("\n");
}

function describeNear({ line, text, isSameButSpace }: NearLines): string {
  const note = isSameButSpace ? " (differs in white space only)" : "";
  return `line ${line}${note}:\n${text.slice(0, MAX_SHOWN_CHARACTERS)}`;
}
