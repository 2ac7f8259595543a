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
  /** Starts over with an empty screen; modes stay. */
  clear(): void;
  /** All lines so far, a wrapped one as one; the last is the one the cursor is on, or one below it. */
  readLines(): readonly string[];
  /** True when nothing is at or below the cursor and it stands at the start of a line: what follows moves nothing. */
  isAtFreshLine(): boolean;
  /** What can still be changed, and how many lines cannot; null when no text brings another screen to the same state. */
  readRest(): ScreenRest | null;
}

/** An emulated screen as the text that makes another one like it. */
export interface ScreenRest {
  /** How many of the lines so far have scrolled away for good. */
  readonly finishedLines: number;
  /** The rows of the screen, and then the cursor where it stands, unless that is where text goes on. */
  readonly source: string;
}

/** One row beyond the screen: the one that has just scrolled away, and that nothing can change any more. */
const SCROLLBACK_ROWS = 1;

const OPTIONS: ITerminalOptions & ITerminalInitOnlyOptions = {
  cols: SCREEN_COLS,
  rows: SCREEN_ROWS,
  scrollback: SCROLLBACK_ROWS,
  convertEol: true,
  logLevel: "off",
  // the headless build counts reading the buffer among these
  allowProposedApi: true,
};

/** A chunk is taken in without a pause; the emulator lets others run between chunks when time has passed. */
const CHUNK_CHARACTERS = 32 * 1024;
/** Waits for the emulator after so many: it throws away what piles up beyond 50 MB. */
const AHEAD_CHARACTERS = 64 * CHUNK_CHARACTERS;

/** Starts an empty screen; dispose of it when its text was read. */
export async function createEmulatedScreen(): Promise<EmulatedScreen> {
  const { default: xterm } = await import("@xterm/headless");
  return new XtermScreen(new xterm.Terminal(OPTIONS));
}

class XtermScreen implements EmulatedScreen {
  readonly #terminal: Terminal;
  readonly #buffers: Terminal["buffer"];
  /** Lines that scrolled away; the last may go on in the first row of the screen. */
  #finished: string[] = [];
  /** Goes before what is written next. */
  #prefix = "";
  #activeType: IBuffer["type"] = "normal";

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#buffers = terminal.buffer;
    terminal.onScroll(() => {
      this.#collectRow();
    });
    // With a top margin rows would scroll into nothing. Output is worth more than a header that stays.
    terminal.parser.registerCsiHandler(
      { final: "r" },
      ([top]) => this.#buffers.active.type === "normal" && typeof top === "number" && top > 1,
    );
  }

  async write(text: string): Promise<void> {
    const input = this.#prefix + text;
    this.#prefix = "";
    for (let from = 0; from < input.length; from += AHEAD_CHARACTERS) {
      await this.#writeChunks(input.slice(from, from + AHEAD_CHARACTERS));
    }
  }

  clear(): void {
    this.#finished = [];
    this.#prefix = "\u001b[H\u001b[2J";
  }

  readLines(): readonly string[] {
    const { normal, alternate, active } = this.#buffers;
    const lines = [...this.#finished];
    appendRows(lines, normal, { from: normal.baseY, end: shownRows(normal) });
    if (active.type === "alternate") {
      appendRows(lines, alternate, { from: 0, end: shownRows(alternate) });
    }
    return lines.map(trimSpaces);
  }

  isAtFreshLine(): boolean {
    const { normal, active } = this.#buffers;
    if (active.type !== "normal" || active.cursorX !== 0) return false;
    const cursorRow = normal.baseY + normal.cursorY;
    return shownRows(normal) === cursorRow + 1 && isRowBlank(normal, cursorRow);
  }

  readRest(): ScreenRest | null {
    const { normal, active } = this.#buffers;
    if (active.type !== "normal" || active.cursorX >= SCREEN_COLS) return null;
    const rows: string[] = [];
    for (let at = normal.baseY; at < shownRows(normal); at++) {
      const row = normal.getLine(at);
      // Where a row goes on in the next one, no text tells.
      if (row?.isWrapped === true) return null;
      rows.push(trimSpaces(row?.translateToString(true) ?? ""));
    }
    const cursor = `\u001b[${normal.cursorY + 1};${normal.cursorX + 1}H`;
    const source = rows.join("\n") + (this.isAtFreshLine() ? "" : cursor);
    return { finishedLines: this.#finished.length, source };
  }

  [Symbol.dispose](): void {
    this.#terminal.dispose();
  }

  #writeChunks(text: string): Promise<void> {
    return new Promise((resolve) => {
      let from = 0;
      for (; from + CHUNK_CHARACTERS < text.length; from += CHUNK_CHARACTERS) {
        this.#terminal.write(text.slice(from, from + CHUNK_CHARACTERS));
      }
      this.#terminal.write(text.slice(from), resolve);
    });
  }

  /** The scroll event also says that the other screen was switched to, when no row has moved. */
  #collectRow(): void {
    const { normal, active } = this.#buffers;
    const isSwitch = active.type !== this.#activeType;
    this.#activeType = active.type;
    if (isSwitch || active.type !== "normal") return;
    appendRows(this.#finished, normal, { from: normal.baseY - 1, end: normal.baseY });
  }
}

interface RowRange {
  readonly from: number;
  readonly end: number;
}

/** Adds rows as lines; a wrapped row continues the last line. */
function appendRows(lines: string[], buffer: IBuffer, rows: RowRange): void {
  for (let at = rows.from; at < rows.end; at++) {
    const row = buffer.getLine(at);
    const text = row?.translateToString(true) ?? "";
    const last = lines.at(-1);
    if (row?.isWrapped === true && last !== undefined) lines[lines.length - 1] = last + text;
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
