import { resolveDirectory } from "@termwire/terminal";
import { defineTool } from "../define-tool.ts";
import type { Tool } from "../tool-definition.ts";
import type { CallView, ResultView } from "../view.ts";
import type { FileAccess } from "./file-access.ts";
import { FileArguments, PATH_SCHEMA } from "./file-args.ts";
import type { FileLocks } from "./file-locks.ts";
import { readTextFile } from "./read-text-file.ts";
import { encodeText, splitLines } from "./text-file.ts";

/** What is to be written. */
export interface WriteArgs {
  readonly path: string;
  readonly content: string;
}

/** What was there before, and what is now. */
export interface WriteResult {
  /** Absolute. */
  readonly path: string;
  /** Null for a new file. */
  readonly oldText: string | null;
  readonly newText: string;
}

/** Creates the tool `write`: a whole file, new or not. */
export function createWriteTool(files: FileAccess, locks: FileLocks): Tool {
  return defineTool<WriteArgs, WriteResult>({
    name: "write",
    description:
      "Writes a whole file, with the directories it needs. To change a part of one, use `edit`.",
    inputSchema: {
      type: "object",
      properties: {
        path: PATH_SCHEMA,
        content: { type: "string", description: "All that the file is to have." },
      },
      required: ["path", "content"],
    },
    parseArgs(input) {
      const args = new FileArguments("write", input);
      return { path: args.readText("path"), content: args.readContent("content") };
    },
    run({ path, content }, { session, signal }) {
      const absolute = resolveDirectory(session.cwd, path);
      return locks.hold(absolute, async () => {
        signal.throwIfAborted();
        const oldText = await readTextFile(files, absolute);
        await files.write(absolute, encodeText(content));
        return { path: absolute, oldText, newText: content };
      });
    },
    renderResult: ({ path, oldText, newText }) =>
      `${oldText === null ? "Created" : "Replaced"} ${path}: ${splitLines(newText).length} lines.`,
    isFailure: () => false,
    presentCall: ({ path, content }): CallView => ({
      card: "diff",
      title: `Write ${path}`,
      // What is there before is not known yet; the result's card has it.
      diffs: [{ path, oldText: null, newText: content }],
      locations: [{ path }],
    }),
    presentResult: (_args, { path, oldText, newText }): ResultView => ({
      card: "diff",
      diffs: [{ path, oldText, newText }],
    }),
  });
}
