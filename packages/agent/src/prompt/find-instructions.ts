import type { ProjectInstructions } from "./render-system-prompt.ts";

/** The name agents look for. */
const FILE_NAME = "AGENTS.md";

/** Some 8,000 tokens: more than any such file should have, and no more than a prompt can bear. */
export const MAX_INSTRUCTION_BYTES: number = 32 * 1024;

/**
 * Reads at most `limitBytes` from the start of a file; null when there is no such file or it cannot be read.
 */
export type ReadFileStart = (path: string, limitBytes: number) => Promise<Uint8Array | null>;

/**
 * Finds the project's instructions: the nearest `AGENTS.md` from `cwd` upward. A file that is empty counts as none;
 * a long one is cut at a character's end.
 *
 * @param cwd absolute.
 */
export async function findInstructions(
  cwd: string,
  readFileStart: ReadFileStart,
): Promise<ProjectInstructions | null> {
  for (const directory of listUpward(cwd)) {
    const path = `${directory}${separatorOf(cwd)}${FILE_NAME}`;
    const bytes = await readFileStart(path, MAX_INSTRUCTION_BYTES + 1);
    if (bytes === null) continue;
    const isCut = bytes.length > MAX_INSTRUCTION_BYTES;
    // Streaming holds back a character that is cut in two.
    const text = new TextDecoder().decode(bytes.subarray(0, MAX_INSTRUCTION_BYTES), {
      stream: isCut,
    });
    if (text.trim() !== "") return { path, text, isCut };
  }
  return null;
}

/** The directory and those above it, the nearest first; without trailing separators, so that the root is "". */
function listUpward(cwd: string): string[] {
  const separator = separatorOf(cwd);
  const parts = cwd.split(separator === "/" ? "/" : /[\\/]/u);
  while (parts.length > 1 && parts.at(-1) === "") parts.pop();
  return parts.map((_part, index) => parts.slice(0, parts.length - index).join(separator));
}

function separatorOf(cwd: string): "/" | "\\" {
  return cwd.startsWith("/") ? "/" : "\\";
}
