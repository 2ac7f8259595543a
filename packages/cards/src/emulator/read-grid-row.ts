import type { IBufferCell, IBufferLine } from "@xterm/headless";
import {
  CELL_FLAGS,
  DEFAULT_COLOR,
  RGB_FLAG,
  type CellColor,
  type GridRow,
  type RowSpan,
} from "./grid-row.ts";
import type { LinkRange } from "./link-ranges.ts";

/** A cell can collect marks without end, which take a browser ages to draw. Real ones have a handful. */
const MAX_CELL_CHARS = 32;

/** What is known of a row besides its cells. */
export interface RowNotes {
  readonly links: readonly LinkRange[];
  readonly gapBytes: number;
  /** Its line goes on in the next row: spaces at its end are in the middle of that. */
  readonly goesOn: boolean;
}

/** Reads a row of the emulator as plain data. `cell` is scratch space, so that nothing is made per cell. */
export function readGridRow(line: IBufferLine, cell: IBufferCell, notes: RowNotes): GridRow {
  const spans = new SpanBuilder();
  const end = lastShownCell(line, cell) + 1;
  for (let col = 0; col < end; col++) {
    line.getCell(col, cell);
    if (cell.getWidth() > 0) spans.add(cell, linkAt(notes.links, col));
  }
  const { goesOn, gapBytes } = notes;
  const found = spans.finish();
  return { spans: goesOn ? found : trimSpaces(found), isWrapped: line.isWrapped, gapBytes };
}

function lastShownCell(line: IBufferLine, cell: IBufferCell): number {
  for (let col = line.length - 1; col >= 0; col--) {
    line.getCell(col, cell);
    if (cell.getChars() !== "" || isColoured(cell)) return col;
  }
  return -1;
}

function isColoured(cell: IBufferCell): boolean {
  return cell.getBgColorMode() !== 0 || cell.isInverse() !== 0 || cell.isUnderline() !== 0;
}

/** Spaces without a look show nothing; programs write many of them over what was there. */
function trimSpaces(spans: RowSpan[]): readonly RowSpan[] {
  for (let last = spans.at(-1); last !== undefined; last = spans.at(-1)) {
    if (last.bg !== DEFAULT_COLOR || last.flags !== 0) break;
    const text = last.text.trimEnd();
    if (text === last.text) break;
    spans.pop();
    if (text !== "") spans.push({ ...last, text });
  }
  return spans;
}

/** Joins cells of one look. Every row drawn goes through it, so it makes one object a span, not one a cell. */
class SpanBuilder {
  readonly #spans: RowSpan[] = [];
  #text = "";
  #fg: CellColor = DEFAULT_COLOR;
  #bg: CellColor = DEFAULT_COLOR;
  #flags = 0;
  #href: string | null = null;

  add(cell: IBufferCell, href: string | null): void {
    const fg = readColor(cell.getFgColorMode(), cell.getFgColor(), cell.isFgRGB());
    const bg = readColor(cell.getBgColorMode(), cell.getBgColor(), cell.isBgRGB());
    const flags = readFlags(cell);
    if (fg !== this.#fg || bg !== this.#bg || flags !== this.#flags || href !== this.#href) {
      this.#end(null);
      this.#fg = fg;
      this.#bg = bg;
      this.#flags = flags;
      this.#href = href;
    }
    const chars = cell.getChars().slice(0, MAX_CELL_CHARS);
    const width = cell.getWidth();
    if (width === 1 && isPlain(chars)) {
      this.#text += chars === "" ? " " : chars;
      return;
    }
    this.#end(null);
    this.#text = chars;
    this.#end(width);
  }

  finish(): RowSpan[] {
    this.#end(null);
    return this.#spans;
  }

  #end(cells: number | null): void {
    if (this.#text === "") return;
    this.#spans.push({
      text: this.#text,
      fg: this.#fg,
      bg: this.#bg,
      flags: this.#flags,
      cells,
      href: this.#href,
    });
    this.#text = "";
  }
}

function readColor(mode: number, color: number, isRgb: boolean): CellColor {
  if (mode === 0) return DEFAULT_COLOR;
  return isRgb ? RGB_FLAG | color : color;
}

function readFlags(cell: IBufferCell): number {
  return (
    (cell.isBold() === 0 ? 0 : CELL_FLAGS.bold) |
    (cell.isDim() === 0 ? 0 : CELL_FLAGS.dim) |
    (cell.isItalic() === 0 ? 0 : CELL_FLAGS.italic) |
    (cell.isUnderline() === 0 ? 0 : CELL_FLAGS.underline) |
    (cell.isStrikethrough() === 0 ? 0 : CELL_FLAGS.strike) |
    (cell.isOverline() === 0 ? 0 : CELL_FLAGS.overline) |
    (cell.isInverse() === 0 ? 0 : CELL_FLAGS.inverse) |
    (cell.isInvisible() === 0 ? 0 : CELL_FLAGS.hidden)
  );
}

/** Every monospace font has these, in one width: printable ASCII and Latin. */
function isPlain(text: string): boolean {
  const code = text.charCodeAt(0);
  return text === "" || (text.length === 1 && code < 0x0180 && code !== 0xad);
}

function linkAt(links: readonly LinkRange[], col: number): string | null {
  return links.find(({ fromCol, endCol }) => fromCol <= col && col < endCol)?.href ?? null;
}
