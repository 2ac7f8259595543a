import { renderSession } from "../export/render-session.ts";
import type { SessionEvent } from "../session/session-event.ts";
import type { ToolLookup } from "../session/session-tools.ts";
import type { SlashCommand } from "./slash-command.ts";

/** Puts a text where the person finds it. */
export interface ExportTarget {
  /**
   * Writes a new file, never over another one.
   *
   * @param path where the person wants it, relative to the session's directory or absolute; null for a name of its own.
   * @returns the file's absolute path.
   * @throws Error that names the path.
   */
  write(text: string, path: string | null): Promise<string>;
}

/** What is exported. */
export interface ExportSource {
  readonly events: readonly SessionEvent[];
  readonly tools: ToolLookup;
  readonly title: string | null;
}

/** Creates `/export`: the session as Markdown, in a file. */
export function createExportCommand(target: ExportTarget, read: () => ExportSource): SlashCommand {
  return {
    name: "export",
    description: "Write this session to a Markdown file.",
    hint: "FILE",
    async run(argument) {
      try {
        const path = await target.write(renderSession(read()), argument === "" ? null : argument);
        return `Written to ${path}.`;
      } catch (error) {
        return `Nothing was written. ${error instanceof Error ? error.message : String(error)}`;
      }
    },
  };
}
