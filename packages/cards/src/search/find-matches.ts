import { rangesInRows, readLogicalLine, type TextRange } from "../rows/logical-line.ts";
import type { RowSource } from "../rows/row-source.ts";

/** One match: the parts of the rows it lies in, at least one. */
export type SearchMatch = readonly [TextRange, ...TextRange[]];

/** More are as good as not found; a person then types another letter. */
const MAX_MATCHES = 10_000;

/** Where `query` is in the lines of `source`, in order, also across the end of a row. Upper case equals lower case. */
export function findMatches(source: RowSource, query: string): readonly SearchMatch[] {
  if (query === "") return [];
  const wanted = foldCase(query);
  const matches: SearchMatch[] = [];
  for (let row = source.firstRow; row < source.endRow && matches.length < MAX_MATCHES;) {
    const line = readLogicalLine(source, row);
    row += line.texts.length;
    const text = foldCase(line.texts.join(""));
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      const [first, ...rest] = rangesInRows(line, { from: at, end: at + wanted.length });
      if (first !== undefined) matches.push([first, ...rest]);
    }
  }
  return matches;
}

/** Lower case where that keeps the length, so that places stay places. */
function foldCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}
