import { webAddress } from "../emulator/link-ranges.ts";
import { lineStart, rangesInRows, readLogicalLine, type TextRange } from "./logical-line.ts";
import type { RowSource } from "./row-source.ts";

/** Part of a row that reads as an address of the web, and the whole of that address. */
export interface AddressRange extends TextRange {
  readonly href: string;
}

/** Ends at what cannot be in an address, or hardly is meant to be. */
const ADDRESS = /\bhttps?:\/\/[^\s\p{C}"'`<>\\^{|}]+/gu;
const CLOSING = /[.,;:!?'")\]]+$/u;

/** The addresses written out in a row; one that is wrapped is known as a whole in each of its rows. */
export function findAddresses(source: RowSource, row: number): readonly AddressRange[] {
  const line = readLogicalLine(source, lineStart(source, row));
  const text = line.texts.join("");
  if (!text.includes("://")) return [];
  return [...text.matchAll(ADDRESS)].flatMap(({ 0: match, index }) => {
    const address = withoutClosing(match);
    const href = webAddress(address);
    if (href === null) return [];
    return rangesInRows(line, { from: index, end: index + address.length })
      .filter((range) => range.row === row)
      .map((range) => ({ ...range, href }));
  });
}

/** A full stop after an address ends the sentence; a bracket belongs to it when it was opened inside. */
function withoutClosing(address: string): string {
  const closing = CLOSING.exec(address)?.[0] ?? "";
  const balanced = closing.startsWith(")") && address.includes("(") ? 1 : 0;
  return address.slice(0, address.length - closing.length + balanced);
}
