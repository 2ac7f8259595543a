import { toVisibleText } from "@termwire/terminal";
import { CELL_FLAGS, DEFAULT_COLOR, type GridRow } from "../emulator/grid-row.ts";
import { isThemeColor, toCellColors, type Palette } from "./cell-colors.ts";
import type { Rgb } from "./contrast.ts";
import { rowPieces, type RowOverlays, type RowPiece } from "./row-pieces.ts";

/** Draws the cells of a row into its element. Text only ever becomes text nodes. */
export function drawRow(
  element: HTMLElement,
  row: GridRow,
  look: { readonly palette: Palette; readonly overlays: RowOverlays },
): void {
  const nodes = rowPieces(row, look.overlays).map((piece) => drawPiece(piece, look.palette));
  element.replaceChildren(...nodes);
}

function drawPiece(piece: RowPiece, palette: Palette): Node {
  const { text, span, href, match } = piece;
  const classes = [...classesOf(piece), ...(match === null ? [] : [match])];
  if (classes.length === 0 && href === null && isThemeColor(span)) {
    return document.createTextNode(text);
  }
  const element = href === null ? document.createElement("span") : createLink(href);
  element.textContent = text;
  element.className = classes.join(" ");
  if (span.cells !== null) element.style.setProperty("width", `${span.cells}ch`);
  if (!isThemeColor(span)) colour(element, piece, palette);
  return element;
}

function colour(element: HTMLElement, { span }: RowPiece, palette: Palette): void {
  const { fg, bg } = toCellColors(span, palette);
  element.style.setProperty("color", toCss(fg));
  if (bg !== null) element.style.setProperty("background-color", toCss(bg));
}

const FLAG_CLASSES = [
  [CELL_FLAGS.bold, "bold"],
  [CELL_FLAGS.italic, "italic"],
  [CELL_FLAGS.underline, "underline"],
  [CELL_FLAGS.strike, "strike"],
  [CELL_FLAGS.overline, "overline"],
  [CELL_FLAGS.hidden, "hidden"],
] as const;

function classesOf({ text, span }: RowPiece): readonly string[] {
  const flags = FLAG_CLASSES.filter(([flag]) => (span.flags & flag) !== 0).map(([, name]) => name);
  const cell = span.cells === null ? [] : ["cell", ...(isLineArt(text) ? ["line-art"] : [])];
  const color = isThemeColor(span) && span.fg !== DEFAULT_COLOR ? [`ansi-${span.fg}`] : [];
  return [...cell, ...color, ...flags];
}

/** Box drawing and blocks, which must touch those of the next row. */
function isLineArt(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= 0x2500 && code <= 0x259f;
}

/** Opens beside this page and cannot reach back into it. The address is told: the text may say anything. */
function createLink(href: string): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = href;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  link.title = toVisibleText(href);
  link.referrerPolicy = "no-referrer";
  return link;
}

function toCss([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`;
}
