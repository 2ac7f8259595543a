import type {
  IBuffer,
  ITerminalInitOnlyOptions,
  ITerminalOptions,
  Terminal,
} from "@xterm/headless";
import { SCREEN_COLS, SCREEN_ROWS } from "./screen-size.ts";

/** A terminal nobody sees and that answers nobody, of which only the text counts. */
export interface EmulatedScreen extends Disposable {
  /** Takes in more; resolves when the screen shows it. */
  write(text: string): Promise<void>;
  /** All lines so far, a wrapped one as one; the last is the one the cursor is on, or one below it. */
  readLines(): readonly string[];
  /** True when nothing is at or below the cursor and it stands at the start of a line: what follows moves nothing. */
  isAtFreshLine(): boolean;
}

/** Lines taken in before the finished ones are collected: keeps the grid to some 10 MB. */
const WINDOW_LINES = 2_000;
const WINDOW_CHARACTERS = 64 * 1024;
/** Every row a window can scroll away: its line feeds, and its characters, each two columns wide and wrapped. */
const SCROLLBACK_ROWS =
  WINDOW_LINES + Math.ceil((2 * WINDOW_CHARACTERS) / (SCREEN_COLS - 1)) + SCREEN_ROWS;

const OPTIONS: ITerminalOptions & ITerminalInitOnlyOptions = {
  cols: SCREEN_COLS,
  rows: SCREEN_ROWS,
  scrollback: SCROLLBACK_ROWS,
  convertEol: true,
  logLevel: "off",
  // the headless build counts reading the buffer among these
  allowProposedApi: true,
};

/** Starts an empty screen; dispose of it when its text was read. */
export async function createEmulatedScreen(): Promise<EmulatedScreen> {
  const { default: xterm } = await import("@xterm/headless");
  return new XtermScreen(new xterm.Terminal(OPTIONS));
}

class XtermScreen implements EmulatedScreen {
  readonly #terminal: Terminal;
  readonly #finished: string[] = [];
  /** Rows were collected, so that the first one of the grid can continue one of them. */
  #isLastOpen = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  async write(text: string): Promise<void> {
    for (let from = 0; from < text.length;) {
      const end = windowEnd(text, from);
      const part = text.slice(from, end);
      await new Promise<void>((resolve) => {
        this.#terminal.write(part, resolve);
      });
      this.#collect();
      from = end;
    }
  }

  readLines(): readonly string[] {
    const { normal, alternate, active } = this.#terminal.buffer;
    const lines = [...this.#finished];
    appendRows(lines, normal, shownRows(normal), this.#isLastOpen);
    if (active.type === "alternate") appendRows(lines, alternate, shownRows(alternate), false);
    return lines.map(trimSpaces);
  }

  isAtFreshLine(): boolean {
    const { normal, active } = this.#terminal.buffer;
    if (active.type !== "normal" || active.cursorX !== 0) return false;
    const cursorRow = normal.baseY + normal.cursorY;
    return shownRows(normal) === cursorRow + 1 && isRowBlank(normal, cursorRow);
  }

  [Symbol.dispose](): void {
    this.#terminal.dispose();
  }

  /** Takes the rows that scrolled away, which nothing can change any more, out of the grid. */
  #collect(): void {
    const { normal } = this.#terminal.buffer;
    const rows = normal.baseY;
    if (rows === 0) return;
    appendRows(this.#finished, normal, rows, this.#isLastOpen);
    this.#isLastOpen = true;
    this.#terminal.options.scrollback = 0;
    this.#terminal.options.scrollback = SCROLLBACK_ROWS;
  }
}

/** What moves the screen up by at most one row each: a line feed, its escape forms, a repeated character. */
const ROW_ADVANCE = /\n|\u001b(?:[DE]|\[\d*b)/g;

function windowEnd(text: string, from: number): number {
  const furthest = Math.min(text.length, from + WINDOW_CHARACTERS);
  ROW_ADVANCE.lastIndex = from;
  for (let lines = 0; lines < WINDOW_LINES; lines++) {
    if (ROW_ADVANCE.exec(text) === null || ROW_ADVANCE.lastIndex >= furthest) return furthest;
  }
  return ROW_ADVANCE.lastIndex;
}

/** Adds the first `rows` rows as lines; with `isOpen` the first may continue the last line of `lines`. */
function appendRows(lines: string[], buffer: IBuffer, rows: number, isOpen: boolean): void {
  for (let at = 0; at < rows; at++) {
    const row = buffer.getLine(at);
    const text = row?.translateToString(true) ?? "";
    const last = lines.length - 1;
    if (row?.isWrapped === true && (isOpen || at > 0)) lines[last] = `${lines[last] ?? ""}${text}`;
    else lines.push(text);
  }
}

/** Rows down to the cursor, or to the last one with text if that is below. */
function shownRows(buffer: IBuffer): number {
  let rows = buffer.length;
  const cursorRows = buffer.baseY + buffer.cursorY + 1;
  while (rows > cursorRows && isRowBlank(buffer, rows - 1)) rows--;
  return rows;
}

function isRowBlank(buffer: IBuffer, at: number): boolean {
  const row = buffer.getLine(at);
  return row === undefined || (!row.isWrapped && row.translateToString(true) === "");
}

/** Spaces at the end of a line are mostly what is left of a longer line that was written over. */
function trimSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line.charCodeAt(end - 1) === 0x20) end--;
  return line.slice(0, end);
}
