import type { MatchRange } from "../rows/row-pieces.ts";
import type { RowSource } from "../rows/row-source.ts";
import { findMatches, type SearchMatch } from "./find-matches.ts";

/** A search in output that may go on growing. */
export interface OutputSearch {
  readonly query: string;
  readonly total: number;
  /** Counted from 1; 0 when nothing matches. */
  readonly at: number;
  /** The row of the current match; null without one. */
  readonly row: number | null;
  /** Looks for something; the match nearest the end becomes the current one. */
  find(query: string): void;
  /** Goes to the next match (1) or the one before (-1), round the ends. */
  step(direction: 1 | -1): void;
  /** The rows are others now; the current match stays where it is still there. */
  refresh(source: RowSource | null): void;
  matchesInRow(row: number): readonly MatchRange[];
}

/** Creates a search that has not been asked anything. */
export function createOutputSearch(): OutputSearch {
  return new RowSearch();
}

class RowSearch implements OutputSearch {
  query = "";
  #source: RowSource | null = null;
  #matches: readonly SearchMatch[] = [];
  #byRow: ReadonlyMap<number, readonly MatchRange[]> = new Map();
  #index = -1;

  get total(): number {
    return this.#matches.length;
  }

  get at(): number {
    return this.#index + 1;
  }

  get row(): number | null {
    return this.#matches[this.#index]?.[0].row ?? null;
  }

  find(query: string): void {
    this.query = query;
    this.#look();
    this.#setIndex(this.#matches.length - 1);
  }

  step(direction: 1 | -1): void {
    const { length } = this.#matches;
    if (length > 0) this.#setIndex((this.#index + direction + length) % length);
  }

  refresh(source: RowSource | null): void {
    this.#source = source;
    const before = this.#matches[this.#index]?.[0];
    this.#look();
    const same = this.#matches.findIndex(
      ([{ row, from }]) => row === before?.row && from === before.from,
    );
    this.#setIndex(same === -1 ? this.#matches.length - 1 : same);
  }

  matchesInRow(row: number): readonly MatchRange[] {
    return this.#byRow.get(row) ?? [];
  }

  #look(): void {
    this.#matches = this.#source === null ? [] : findMatches(this.#source, this.query);
  }

  #setIndex(index: number): void {
    this.#index = index;
    const byRow = new Map<number, MatchRange[]>();
    for (const [at, match] of this.#matches.entries()) {
      for (const range of match) {
        const others = byRow.get(range.row) ?? [];
        others.push({ ...range, isCurrent: at === index });
        byRow.set(range.row, others);
      }
    }
    this.#byRow = byRow;
  }
}
