import type { TerminalSize } from "@termwire/terminal";
import type { Cursor, KeyModes } from "../emulator/emulator.ts";
import { Keyboard } from "../input/keyboard.ts";
import type { CardRecord } from "../record/card-record.ts";
import { freezeRows } from "../rows/frozen-rows.ts";
import { RowList } from "../rows/row-list.ts";
import type { RowSource } from "../rows/row-source.ts";
import { createOutputSearch, type OutputSearch } from "../search/output-search.ts";
import type { CardText } from "../text/card-text.ts";
import { pickCardText } from "../text/pick-card-text.ts";
import { FittingCols } from "./fitting-cols.ts";
import { OutputFeed } from "./output-feed.ts";

/** What a body tells the card it belongs to. */
export interface BodyHost {
  readonly onInput: (bytes: Uint8Array) => void;
  readonly onResize: (size: TerminalSize) => void;
  /** Something around the rows may have to be drawn anew. */
  readonly onChange: () => void;
}

/** How a body is to behave now. */
export interface BodyMode {
  /** In sight, and open. */
  readonly isShown: boolean;
  readonly isInteractive: boolean;
  readonly text: CardText;
}

/** Output without a terminal is not drawn on a screen; any number of rows does. */
const PIPED_ROWS = 24;

/** Before a program could ask for anything. */
const NO_MODES: KeyModes = { isApplicationCursor: false, isBracketedPaste: false };

/** After the end a last line may still come; then the emulator goes and plain rows stay. */
const QUIET_MS = 300;

/** How often growing output is searched anew. */
const SEARCH_EVERY_MS = 400;

/**
 * The output of a card: rows in a scrolling element. An emulator is there only while the card is in sight and its
 * output may still change; what is drawn of finished output are plain rows, and out of sight there is nothing.
 */
export class CardBody {
  readonly list: RowList = new RowList();
  readonly search: OutputSearch = createOutputSearch();
  readonly keyboard: Keyboard;
  readonly #record: CardRecord;
  readonly #host: BodyHost;
  #mode: BodyMode = { isShown: false, isInteractive: false, text: pickCardText([]) };
  #feed: OutputFeed | null = null;
  #frozen: { readonly rows: RowSource; readonly madeOf: string } | null = null;
  #passedOver = 0;
  #toldFacts = "";
  #stopFreezing: () => void = nothingToStop;
  readonly #cols: FittingCols = new FittingCols(this.list);
  #frame = 0;
  #searchedAtMs = 0;
  #searchTimer: ReturnType<typeof setTimeout> | null = null;
  #quietTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(record: CardRecord, host: BodyHost) {
    this.#record = record;
    this.#host = host;
    this.keyboard = new Keyboard(this.list.scroller, {
      onInput: host.onInput,
      onTyping: (isTyping) => {
        if (isTyping) this.#askForSize();
        this.#tellChange();
      },
      keyModes: () => this.#feed?.emulator.keyModes ?? NO_MODES,
    });
    this.list.scroller.addEventListener("scroll", () => {
      this.#tellChange();
    });
  }

  /** True while a program draws a whole screen, as an editor does, and not lines. */
  get isScreen(): boolean {
    return this.#feed?.emulator.isAlternate === true;
  }

  /** True when an emulator lives. */
  get isLive(): boolean {
    return this.#feed !== null;
  }

  /** True when older output is kept than is drawn. */
  get isPartlyDrawn(): boolean {
    const firstRow = this.#feed?.emulator.firstRow ?? this.#frozen?.rows.firstRow ?? 0;
    return firstRow > 0 || this.#passedOver > this.#record.output.startOffset;
  }

  /** The rows that are drawn now; null when none are. */
  get rows(): RowSource | null {
    // Rows that are no longer right stay until better ones are there.
    if (this.#frozen !== null && this.#feed?.isThrough !== true) return this.#frozen.rows;
    return this.#feed?.emulator ?? null;
  }

  /** Sets how it is to behave; the same again changes nothing. */
  setMode(mode: BodyMode): void {
    if (isSameMode(this.#mode, mode)) return;
    this.#mode = mode;
    this.keyboard.set(mode.isInteractive, mode.text.typeHere);
    this.list.setName(mode.text.output);
    this.update();
  }

  /** The record has news. */
  update(): void {
    if (!this.#mode.isShown) {
      this.#takeDown();
      this.list.reserve(this.#record.lines);
      return;
    }
    if (this.#frozen?.madeOf === this.#fingerprint()) {
      this.#draw();
      return;
    }
    this.#goOn();
  }

  /** The place may have another size. */
  resized(): void {
    this.#cols.forget();
    if (this.keyboard.isTyping) this.#askForSize();
    this.update();
  }

  /** The theme or the font has changed. */
  restyle(): void {
    this.#cols.forget();
    this.list.restyle();
    this.update();
  }

  #goOn(): void {
    const size = this.#size();
    if (size === null) return;
    if (this.#feed !== null && this.#feed.isOutrun) this.#dropFeed();
    this.#feed ??= this.#startFeed(size);
    const { emulator } = this.#feed;
    if (emulator.size.cols !== size.cols || emulator.size.rows !== size.rows) emulator.resize(size);
    this.#feed.pump();
    this.#scheduleDraw();
  }

  #startFeed(size: TerminalSize): OutputFeed {
    const feed = new OutputFeed(this.#record, size, () => {
      if (feed.isOutrun) this.update();
      else this.#scheduleDraw();
    });
    this.#passedOver = feed.startOffset;
    return feed;
  }

  #scheduleDraw(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    const rows = this.rows;
    if (rows === null) return;
    if (rows === this.#feed?.emulator) this.#frozen = null;
    if (this.search.query !== "") this.#refreshSearch(rows);
    this.list.show(rows, {
      cursor: this.#cursor(),
      matchesInRow: (row) => this.search.matchesInRow(row),
      describeGap: (bytes) => this.#describeGap(bytes),
    });
    this.#freezeWhenQuiet();
    this.#tellChange();
  }

  /** Looking through all rows takes a while: not with every frame of a flood. */
  #refreshSearch(rows: RowSource): void {
    const waitMs = this.isLive ? this.#searchedAtMs + SEARCH_EVERY_MS - performance.now() : 0;
    if (waitMs > 0) {
      this.#searchTimer ??= setTimeout(() => {
        this.#searchTimer = null;
        this.#scheduleDraw();
      }, waitMs);
      return;
    }
    this.search.refresh(rows);
    this.#searchedAtMs = performance.now();
  }

  /** What is drawn around the rows depends on these, and on nothing else here. */
  #tellChange(): void {
    const facts = [
      this.isPartlyDrawn,
      this.isScreen,
      this.list.isFollowing,
      this.keyboard.isTyping,
      this.search.at,
      this.search.total,
    ].join();
    if (facts === this.#toldFacts) return;
    this.#toldFacts = facts;
    this.#host.onChange();
  }

  #cursor(): Cursor | null {
    return this.#mode.isInteractive ? (this.#feed?.emulator.cursor ?? null) : null;
  }

  #freezeWhenQuiet(): void {
    const hasEnded = (this.#record.state?.ending ?? null) !== null;
    const isDone = hasEnded && this.#feed?.isThrough === true;
    if (this.#quietTimer !== null) clearTimeout(this.#quietTimer);
    this.#quietTimer = isDone ? setTimeout(() => this.#freeze(), QUIET_MS) : null;
  }

  #freeze(): void {
    this.#quietTimer = null;
    if (this.#feed === null || !this.#feed.isThrough) return;
    const madeOf = this.#fingerprint();
    this.#stopFreezing = freezeRows(this.#feed.emulator, (rows) => {
      // More may have come meanwhile; then it is tried again when that is drawn.
      if (madeOf !== this.#fingerprint()) return;
      this.#frozen = { rows, madeOf };
      this.#dropFeed();
      this.#draw();
    });
  }

  /** What rows depend on: the same means they are still right. */
  #fingerprint(): string {
    const { generation, output, state } = this.#record;
    const { cols, rows } = this.#size() ?? { cols: 0, rows: 0 };
    return [generation, output.endOffset, state?.size?.cols, cols, rows].join(" ");
  }

  #size(): TerminalSize | null {
    const known = this.#record.state?.size ?? null;
    if (known !== null) return known;
    const cols = this.#cols.read();
    return cols === null ? null : { cols, rows: PIPED_ROWS };
  }

  /** Whoever types decides about the size: two pages with one terminal would fight otherwise. */
  #askForSize(): void {
    const size = this.#record.state?.size ?? null;
    const cols = this.#cols.read();
    if (size === null || cols === null || cols === size.cols) return;
    this.#host.onResize({ cols, rows: size.rows });
  }

  #dropFeed(): void {
    this.#stopFreezing();
    this.#stopFreezing = nothingToStop;
    this.#feed?.[Symbol.dispose]();
    this.#feed = null;
  }

  #takeDown(): void {
    if (this.#frame !== 0) cancelAnimationFrame(this.#frame);
    if (this.#quietTimer !== null) clearTimeout(this.#quietTimer);
    if (this.#searchTimer !== null) clearTimeout(this.#searchTimer);
    this.#frame = 0;
    this.#quietTimer = null;
    this.#searchTimer = null;
    this.#frozen = null;
    this.#dropFeed();
    this.list.clear();
  }

  #describeGap(bytes: number): string {
    const { text } = this.#mode;
    return text.bytesMissing(new Intl.NumberFormat(text.locale).format(bytes));
  }
}

function nothingToStop(): void {
  // Nothing is being frozen.
}

function isSameMode(a: BodyMode, b: BodyMode): boolean {
  return a.isShown === b.isShown && a.isInteractive === b.isInteractive && a.text === b.text;
}
