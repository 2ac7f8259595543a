import type { IMarker, Terminal } from "@xterm/headless";

/** Cells of one row that a program put an address under. */
export interface LinkRange {
  readonly fromCol: number;
  readonly endCol: number;
  readonly href: string;
}

interface MarkedLink {
  readonly marker: IMarker;
  readonly fromCol: number;
  readonly endCol: number;
  readonly href: string;
  /** What the cells held when the link was made; written over, they are no link any more. */
  readonly text: string;
}

/** The links (OSC 8) in the output of one terminal. */
export interface LinkRanges {
  /** The links of a row of the active buffer, whose cells still hold what was linked. */
  inRow(row: number): readonly LinkRange[];
  /** To be called whenever rows may have moved. */
  refresh(): void;
}

/** More than anybody clicks; further ones stay plain text. */
const MAX_LINKS = 2000;

/** An address longer than that is refused by servers, and nobody could read where it leads. */
const MAX_ADDRESS_CHARS = 2000;

/** Follows the links that are written to `terminal`, from now on. */
export function createLinkRanges(terminal: Terminal): LinkRanges {
  const ranges = new FollowedLinks(terminal);
  terminal.parser.registerOscHandler(8, (data) => {
    ranges.change(webAddress(data.slice(data.indexOf(";") + 1)));
    return true;
  });
  return ranges;
}

/** `address` when it is one of the web, by http or https; null for everything else. */
export function webAddress(address: string): string | null {
  if (address.length === 0 || address.length > MAX_ADDRESS_CHARS || !URL.canParse(address)) {
    return null;
  }
  const url = new URL(address);
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  // A name before the host makes an address look like another's.
  return isWeb && url.username === "" && url.password === "" ? url.href : null;
}

interface OpenLink {
  readonly marker: IMarker;
  readonly fromCol: number;
  readonly href: string;
}

class FollowedLinks implements LinkRanges {
  readonly #terminal: Terminal;
  #links: MarkedLink[] = [];
  /** By row, made when it is first asked for. */
  #byRow: ReadonlyMap<number, readonly MarkedLink[]> | null = null;
  #open: OpenLink | null = null;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** A new link begins, or with null none, where the cursor is. */
  change(href: string | null): void {
    if (this.#open !== null) this.#close(this.#open);
    const marker = href === null ? undefined : this.#terminal.registerMarker(0);
    this.#open =
      href === null || marker === undefined
        ? null
        : { marker, fromCol: this.#terminal.buffer.active.cursorX, href };
  }

  inRow(row: number): readonly LinkRange[] {
    if (this.#links.length === 0) return [];
    this.#byRow ??= groupByRow(this.#links);
    return (this.#byRow.get(row) ?? []).filter((link) => this.#textAt(row, link) === link.text);
  }

  refresh(): void {
    this.#byRow = null;
    this.#links = this.#links.filter(({ marker }) => !marker.isDisposed);
  }

  /** A link over several rows is one in each of them. */
  #close({ marker, fromCol, href }: OpenLink): void {
    const { active } = this.#terminal.buffer;
    const lastRow = active.baseY + active.cursorY;
    const firstRow = marker.line;
    marker.dispose();
    if (firstRow < 0) return;
    for (let row = firstRow; row <= lastRow && this.#links.length < MAX_LINKS; row++) {
      const range = {
        fromCol: row === firstRow ? fromCol : 0,
        endCol: row === lastRow ? active.cursorX : this.#terminal.cols,
      };
      const rowMarker = this.#terminal.registerMarker(row - lastRow);
      const text = this.#textAt(row, range);
      if (rowMarker !== undefined && text.trim() !== "") {
        this.#links.push({ ...range, marker: rowMarker, href, text });
      }
    }
  }

  #textAt(row: number, range: { readonly fromCol: number; readonly endCol: number }): string {
    const line = this.#terminal.buffer.active.getLine(row);
    return line?.translateToString(false, range.fromCol, range.endCol) ?? "";
  }
}

function groupByRow(links: readonly MarkedLink[]): ReadonlyMap<number, readonly MarkedLink[]> {
  const byRow = new Map<number, MarkedLink[]>();
  for (const link of links) {
    const others = byRow.get(link.marker.line);
    if (others === undefined) byRow.set(link.marker.line, [link]);
    else others.push(link);
  }
  return byRow;
}
