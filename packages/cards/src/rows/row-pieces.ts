import type { GridRow, RowSpan } from "../emulator/grid-row.ts";
import type { AddressRange } from "./find-addresses.ts";
import type { TextRange } from "./logical-line.ts";

/** A match of the search in a row. */
export interface MatchRange extends TextRange {
  readonly isCurrent: boolean;
}

/** Text of one look, link and mark: one element when drawn. */
export interface RowPiece {
  readonly text: string;
  readonly span: RowSpan;
  readonly href: string | null;
  readonly match: "match" | "current" | null;
}

/** What lies over the text of a row. */
export interface RowOverlays {
  readonly addresses: readonly AddressRange[];
  readonly matches: readonly MatchRange[];
}

/** A row cut wherever its look, its link or its mark changes. The texts joined are the text of the row. */
export function rowPieces({ spans }: GridRow, overlays: RowOverlays): readonly RowPiece[] {
  const cuts = [...overlays.addresses, ...overlays.matches].flatMap(({ from, end }) => [from, end]);
  const pieces: RowPiece[] = [];
  let at = 0;
  for (const span of spans) {
    const end = at + span.text.length;
    const inside = cuts.filter((cut) => cut > at && cut < end).toSorted((a, b) => a - b);
    let from = at;
    for (const to of [...inside, end]) {
      if (to > from) {
        const text = span.text.slice(from - at, to - at);
        pieces.push({ text, span, ...overlayAt(from, overlays, span.href) });
      }
      from = to;
    }
    at = end;
  }
  return pieces;
}

function overlayAt(
  at: number,
  { addresses, matches }: RowOverlays,
  ownHref: string | null,
): Pick<RowPiece, "href" | "match"> {
  const covers = ({ from, end }: TextRange): boolean => from <= at && at < end;
  // Text that is itself an address leads where it says, whatever the program put under it.
  const href = addresses.find(covers)?.href ?? ownHref;
  const match = matches.find(covers);
  if (match === undefined) return { href, match: null };
  return { href, match: match.isCurrent ? "current" : "match" };
}
