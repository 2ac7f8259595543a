/** A piece of a changed file, as version 1 shows it. */
export interface PatchedPiece {
  readonly path: string;
  /** Null for a file that is new. */
  readonly oldText: string | null;
  readonly newText: string;
}

/** Reads the pieces that a patch of git changes; none for what is no patch. Names of files are left to who knows them. */
export function parseGitPatch(text: string): readonly PatchedPiece[] {
  const pieces: PatchedPiece[] = [];
  let path = "";
  let isNew = false;
  let hunk: Hunk | null = null;
  const end = (): void => {
    if (hunk !== null) pieces.push(toPiece(path, isNew, hunk));
    hunk = null;
  };
  for (const line of text.split("\n")) {
    if (line.startsWith("diff --git ")) {
      end();
      isNew = false;
    } else if (line.startsWith("@@ ")) {
      end();
      hunk = { old: [], new: [], last: " ", oldEnds: true, newEnds: true };
    } else if (hunk !== null) addLine(hunk, line);
    else if (line.startsWith("--- ")) isNew = line === "--- /dev/null";
    else if (line.startsWith("+++ ") && line !== "+++ /dev/null") path = toPath(line.slice(4));
    else if (line.startsWith("rename to ")) path = line.slice("rename to ".length);
  }
  end();
  return pieces;
}

interface Hunk {
  readonly old: string[];
  readonly new: string[];
  /** The sign of the line before. */
  last: string;
  oldEnds: boolean;
  newEnds: boolean;
}

function addLine(hunk: Hunk, line: string): void {
  const sign = line[0] ?? "";
  if (sign === "-" || sign === " ") hunk.old.push(line.slice(1));
  if (sign === "+" || sign === " ") hunk.new.push(line.slice(1));
  if (sign === "\\") {
    if (hunk.last !== "+") hunk.oldEnds = false;
    if (hunk.last !== "-") hunk.newEnds = false;
  }
  hunk.last = sign;
}

function toPiece(path: string, isNew: boolean, hunk: Hunk): PatchedPiece {
  const oldText = toText(hunk.old, hunk.oldEnds);
  return { path, oldText: isNew ? null : oldText, newText: toText(hunk.new, hunk.newEnds) };
}

function toText(lines: readonly string[], ends: boolean): string {
  return lines.length === 0 ? "" : lines.join("\n") + (ends ? "\n" : "");
}

/** Without the letter that git puts before both names. */
function toPath(name: string): string {
  return name.replace(/^[ab]\//, "").replace(/\t.*$/, "");
}
