import type { Tool } from "../tool-definition.ts";
import { createEditTool } from "./edit-tool.ts";
import type { FileAccess, FileTree } from "./file-access.ts";
import { createFileLocks } from "./file-locks.ts";
import { createGlobTool } from "./glob-tool.ts";
import { createGrepTool } from "./grep-tool.ts";
import { createReadTool } from "./read-tool.ts";
import { createWriteTool } from "./write-tool.ts";

/** Where the files of a session are. */
export interface FileToolsOptions {
  /** The client's where it offers them, so that unsaved buffers are seen; else this disk's. */
  readonly files: FileAccess;
  /** For searching without ripgrep. Absent or null: there is only ripgrep. */
  readonly tree?: FileTree | null;
}

/**
 * Creates the tools `read`, `write`, `edit`, `grep` and `glob`. Relative paths are taken from the session's directory.
 * `write` and `edit` of one file wait for one another.
 *
 * ```ts
 * for (const tool of createFileTools({ files, tree })) tools.register(tool);
 * ```
 */
export function createFileTools({ files, tree = null }: FileToolsOptions): readonly Tool[] {
  const locks = createFileLocks();
  return [
    createReadTool(files),
    createWriteTool(files, locks),
    createEditTool(files, locks),
    createGrepTool({ files, tree }),
    createGlobTool({ files, tree }),
  ];
}
