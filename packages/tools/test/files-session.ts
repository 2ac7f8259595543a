import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createLocalFiles, createLocalRunner } from "@termwire/process";
import { createOwnedRunner } from "@termwire/terminal";
import { createFileTools } from "../src/files/create-file-tools.ts";
import type { FileAccess } from "../src/files/file-access.ts";
import type { ToolOutcome } from "../src/tool-definition.ts";

/** File tools of one session over a real directory. */
export interface FilesSession extends AsyncDisposable {
  readonly cwd: string;
  readonly turn: AbortController;
  call(tool: string, input: unknown): Promise<ToolOutcome>;
  view(tool: string, input: unknown): unknown;
}

/** Creates a directory with these files, and tools for it. `hasRipgrep` false hides the one there is. */
export async function createFilesSession(
  contents: Readonly<Record<string, string | Uint8Array>>,
  options: { readonly hasRipgrep?: boolean; readonly files?: FileAccess } = {},
): Promise<FilesSession> {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "termwire-files-")));
  for (const [path, content] of Object.entries(contents)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await writeFile(join(cwd, path), content);
  }
  const disk = createLocalFiles();
  const tools = createFileTools({ files: options.files ?? disk, tree: disk });
  const { PATH = "" } = process.env;
  const env = { ...process.env, PATH: options.hasRipgrep === false ? "/usr/sbin" : PATH };
  const runner = createOwnedRunner(createLocalRunner({ env }));
  const turn = new AbortController();
  const find = (name: string) => {
    const tool = tools.find((each) => each.name === name);
    if (tool === undefined) throw new Error(`there is no tool ${name}`);
    return tool;
  };
  return {
    cwd,
    turn,
    call: (name, input) =>
      find(name)
        .prepare(input)
        .run({
          callId: "call_1",
          session: { cwd },
          runner,
          signal: turn.signal,
          showTerminal: () => undefined,
        }),
    view: (name, input) => find(name).prepare(input).view,
    async [Symbol.asyncDispose]() {
      await runner.dispose();
      await rm(cwd, { recursive: true, force: true });
    },
  };
}

/** Where a program is on the PATH; null when it is not. */
export async function findProgram(name: string): Promise<string | null> {
  const { access } = await import("node:fs/promises");
  for (const directory of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = join(directory, name);
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return null;
}
