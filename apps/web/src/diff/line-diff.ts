/** One row of a diff. Line numbers count from 1; null on the side where the line is not. */
export type DiffRow =
  | {
      readonly kind: "same" | "removed" | "added";
      readonly oldLine: number | null;
      readonly newLine: number | null;
      readonly text: string;
    }
  /** Lines that both have, left out. */
  | { readonly kind: "gap"; readonly lines: number };

/** Rows of both files around what differs, and how much that is. */
export interface LineDiff {
  readonly rows: readonly DiffRow[];
  readonly added: number;
  readonly removed: number;
}

/** Enough to see where one is. */
const CONTEXT_LINES = 3;

/**
 * How many differing lines are matched one by one. Beyond, all old lines are shown as removed and all new ones as
 * added: the time to match them grows with the square, and nobody reads such a diff line by line.
 */
const MAX_EDITS = 1_000;

/** Compares two texts line by line. */
export function diffLines(oldText: string, newText: string): LineDiff {
  const [before, after] = [toLines(oldText), toLines(newText)];
  const rows = toRows(before, after);
  const count = (kind: DiffRow["kind"]): number => rows.filter((row) => row.kind === kind).length;
  return { rows: leaveOut(rows), added: count("added"), removed: count("removed") };
}

function toLines(text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

type LineRow = Exclude<DiffRow, { readonly kind: "gap" }>;

function toRows(before: readonly string[], after: readonly string[]): readonly LineRow[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  const steps = findSteps(removed, added) ?? replaceAll(removed, added);
  const all: Step[] = [...repeat("same", start), ...steps, ...repeat("same", end)];
  return numberRows(all, before, after);
}

type Step = LineRow["kind"];

function repeat(step: Step, times: number): Step[] {
  return Array.from({ length: times }, () => step);
}

function replaceAll(removed: readonly string[], added: readonly string[]): Step[] {
  return [...repeat("removed", removed.length), ...repeat("added", added.length)];
}

function numberRows(
  steps: readonly Step[],
  before: readonly string[],
  after: readonly string[],
): readonly LineRow[] {
  let [oldLine, newLine] = [0, 0];
  return steps.map((kind) => {
    if (kind !== "added") oldLine++;
    if (kind !== "removed") newLine++;
    return {
      kind,
      oldLine: kind === "added" ? null : oldLine,
      newLine: kind === "removed" ? null : newLine,
      text: (kind === "removed" ? before[oldLine - 1] : after[newLine - 1]) ?? "",
    };
  });
}

/** Myers' shortest edit script; null when it is longer than anybody would wait for. */
function findSteps(before: readonly string[], after: readonly string[]): Step[] | null {
  const trace: Map<number, number>[] = [];
  let furthest = new Map<number, number>([[1, 0]]);
  const most = Math.min(MAX_EDITS, before.length + after.length);
  for (let edits = 0; edits <= most; edits++) {
    const next = new Map<number, number>();
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = startOf(furthest, diagonal, edits);
      while (
        x < before.length &&
        x - diagonal < after.length &&
        before[x] === after[x - diagonal]
      ) {
        x++;
      }
      next.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) {
        return walkBack([...trace, furthest], before.length, after.length);
      }
    }
    trace.push(furthest);
    furthest = next;
  }
  return null;
}

/** Where a path on this diagonal begins: below the one above it, or right of the one left of it. */
function startOf(furthest: ReadonlyMap<number, number>, diagonal: number, edits: number): number {
  const left = furthest.get(diagonal - 1) ?? -1;
  const above = furthest.get(diagonal + 1) ?? -1;
  return isDown(diagonal, edits, { left, above }) ? above : left + 1;
}

function isDown(
  diagonal: number,
  edits: number,
  { left, above }: { readonly left: number; readonly above: number },
): boolean {
  return diagonal === -edits || (diagonal !== edits && left < above);
}

function walkBack(
  trace: readonly Map<number, number>[],
  oldLines: number,
  newLines: number,
): Step[] {
  const steps: Step[] = [];
  let [x, y] = [oldLines, newLines];
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const furthest = trace[edits] ?? new Map<number, number>();
    const diagonal = x - y;
    const left = furthest.get(diagonal - 1) ?? -1;
    const above = furthest.get(diagonal + 1) ?? -1;
    const down = isDown(diagonal, edits, { left, above });
    const from = edits === 0 ? 0 : startOf(furthest, diagonal, edits);
    for (; x > from && y > 0; x--, y--) steps.push("same");
    if (edits === 0) break;
    steps.push(down ? "added" : "removed");
    if (down) y--;
    else x--;
  }
  return steps.toReversed();
}

/** Leaves out what both have and is far from any difference. */
function leaveOut(rows: readonly LineRow[]): readonly DiffRow[] {
  const isNear = rows.map(() => false);
  for (const [index, { kind }] of rows.entries()) {
    if (kind === "same") continue;
    isNear.fill(true, Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1);
  }
  const kept: DiffRow[] = [];
  let gap = 0;
  for (const [index, row] of rows.entries()) {
    if (isNear[index] !== true) {
      gap++;
      continue;
    }
    if (gap > 0) kept.push({ kind: "gap", lines: gap });
    gap = 0;
    kept.push(row);
  }
  return gap > 0 ? [...kept, { kind: "gap", lines: gap }] : kept;
}
