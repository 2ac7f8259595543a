/**
 * The colour of a cell as one number: -1 the default, 0 to 255 of the palette, from {@link RGB_FLAG} up a colour of its
 * own in the lower 24 bits.
 */
export type CellColor = number;

/** Set in a colour that is 24 bits of red, green and blue. */
export const RGB_FLAG = 0x1000000;

/** The default colour of text, or of what is behind it. */
export const DEFAULT_COLOR: CellColor = -1;

/** The look of a cell apart from its colours, as bits. */
export const CELL_FLAGS = {
  bold: 1,
  dim: 2,
  italic: 4,
  underline: 8,
  strike: 16,
  overline: 32,
  inverse: 64,
  hidden: 128,
} as const;

/** Text of one look. */
export interface RowSpan {
  readonly text: string;
  readonly fg: CellColor;
  readonly bg: CellColor;
  /** Of {@link CELL_FLAGS}. */
  readonly flags: number;
  /** For one character whose width a font may not agree on: the cells it takes. Null for a run of plain ones. */
  readonly cells: number | null;
  /** An address of the web that the program put under this text; null when none. */
  readonly href: string | null;
}

/** One row of the screen or above it, without the empty cells at its end. Plain data. */
export interface GridRow {
  readonly spans: readonly RowSpan[];
  /** It goes on from the row above: no line end between them. */
  readonly isWrapped: boolean;
  /** Bytes missing right above it; 0 when none. */
  readonly gapBytes: number;
}

/** The text of a row. */
export function rowText(row: GridRow): string {
  return row.spans.map(({ text }) => text).join("");
}

/** Two rows with the same key look the same. */
export function rowKey({ spans, gapBytes }: GridRow): string {
  const parts = spans.map(
    ({ text, fg, bg, flags, cells, href }) => `${fg},${bg},${flags},${cells},${href}:${text}`,
  );
  return `${gapBytes}\u0000${parts.join("\u0000")}`;
}
