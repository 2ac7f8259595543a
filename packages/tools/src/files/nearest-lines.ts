import { splitLines } from "./text-file.ts";

/** Lines that resemble what was looked for. */
export interface NearLines {
  /** Counts from 1. */
  readonly line: number;
  readonly text: string;
  /** They differ in white space only. */
  readonly isSameButSpace: boolean;
}

/** More would be guessing. */
const MAX_CANDIDATES = 3;

/** Below it two lines have no more in common than any two. */
const MIN_LIKENESS = 0.5;

/** Larger files take longer to compare than a model's next look at them. */
const MAX_LINES = 20_000;

/** Of a long text its beginning tells the place. */
const MAX_COMPARED_LINES = 30;

/** Finds the places of `text` that are most like `part`, the best first; none when nothing is like it. */
export function findNearestLines(text: string, part: string): NearLines[] {
  const lines = splitLines(text);
  const wanted = splitLines(part).slice(0, MAX_COMPARED_LINES);
  if (wanted.length === 0 || lines.length > MAX_LINES) return [];
  const pairs = wanted.map(toPairs);
  const known = lines.map(toPairs);
  const scored = lines.flatMap((_line, index) => {
    const window = known.slice(index, index + wanted.length);
    const likeness = toLikeness(window, pairs);
    return likeness < MIN_LIKENESS ? [] : [{ index, likeness }];
  });
  const best = scored.toSorted((a, b) => b.likeness - a.likeness || a.index - b.index);
  return withoutOverlap(best, wanted.length).map(({ index }) => {
    const found = lines.slice(index, index + wanted.length);
    return {
      line: index + 1,
      text: found.join("\n"),
      isSameButSpace: found.map(squeeze).join("\n") === wanted.map(squeeze).join("\n"),
    };
  });
}

interface Scored {
  readonly index: number;
  readonly likeness: number;
}

function withoutOverlap(best: readonly Scored[], length: number): Scored[] {
  const taken: Scored[] = [];
  for (const place of best) {
    if (taken.length === MAX_CANDIDATES) break;
    if (taken.every(({ index }) => Math.abs(index - place.index) >= length)) taken.push(place);
  }
  return taken;
}

/** How much of what was wanted is there, line by line: 0 to 1. */
function toLikeness(window: readonly PairCounts[], wanted: readonly PairCounts[]): number {
  const shared = wanted.reduce((sum, pairs, index) => sum + countShared(pairs, window[index]), 0);
  const total = wanted.reduce((sum, { size }) => sum + size, 0);
  const found = window.reduce((sum, { size }) => sum + size, 0);
  return total + found === 0 ? 0 : (2 * shared) / (total + found);
}

interface PairCounts {
  readonly counts: ReadonlyMap<string, number>;
  readonly size: number;
}

/** The pairs of neighbouring characters of a line, white space aside. */
function toPairs(line: string): PairCounts {
  const text = squeeze(line);
  const counts = new Map<string, number>();
  for (let index = 0; index + 1 < text.length; index++) {
    const pair = text.slice(index, index + 2);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return { counts, size: Math.max(0, text.length - 1) };
}

function countShared(wanted: PairCounts, found: PairCounts | undefined): number {
  let shared = 0;
  for (const [pair, count] of wanted.counts) {
    shared += Math.min(count, found?.counts.get(pair) ?? 0);
  }
  return shared;
}

function squeeze(line: string): string {
  return line.replaceAll(/\s+/gu, "");
}
