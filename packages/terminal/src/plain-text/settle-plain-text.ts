import { createEmulatedScreen } from "./emulated-screen.ts";
import { createEmulatorInput, type EmulatorInput } from "./emulator-input.ts";
import { renderLineEffects } from "./line-effects.ts";
import { joinRegions, renderScreenEffects, type RenderedRegion } from "./screen-effects.ts";
import { SCREEN_COLS, SCREEN_ROWS } from "./screen-size.ts";

/** A beginning that no more output can change, and what is still open. */
export interface SettledText {
  /** What {@link renderPlainText} makes of it: nothing, or whole lines with their ends. */
  readonly text: string;
  /** Renders, with whatever follows, as the rest would have. Mostly a screen full, whatever it came from. */
  readonly rest: Uint8Array;
}

/** Lines a control that is still to come can reach above its own. */
const REACH_LINES = SCREEN_ROWS - 1;

/**
 * Splits the beginning of an output that goes on, so that reading it again and again does not render all of it again
 * and again: `text` and then what `rest` and all further bytes render to is what everything together renders to. Where
 * text was moved, `rest` has spaces for tabs. An output in another screen, in part of one or in a control without an
 * end is all `rest`.
 */
export async function settlePlainText(bytes: Uint8Array): Promise<SettledText> {
  const cut = findCut(bytes);
  const source = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, cut));
  const input = createEmulatorInput(source);
  if (input.isOpen || [...input.effects.values()].includes("rest")) {
    return { text: "", rest: bytes };
  }
  const { settled, rest } = await settleInput(input);
  return {
    text: settled.map((line) => `${line}\n`).join(""),
    rest: join(new TextEncoder().encode(rest), bytes.subarray(cut)),
  };
}

interface SettledLines {
  readonly settled: readonly string[];
  /** In the controls of the emulator. */
  readonly rest: string;
}

async function settleInput({ text, effects }: EmulatorInput): Promise<SettledLines> {
  const written = text.split("\n");
  if (effects.size === 0) return settleLines({ written, shown: written, regions: [] });
  using screen = await createEmulatedScreen();
  const shown = await renderLineEffects(screen, { written, effects });
  const regions = await renderScreenEffects(screen, { written, shown, effects });
  const last = regions.at(-1);
  const isReached = last !== undefined && last.end > toReached(written);
  const state = isReached ? screen.readRest() : null;
  if (!isReached || state === null) return settleLines({ written, shown, regions });
  const rest = written.slice(last.end).map((line, at) => toOneRow(shown[last.end + at], line));
  return {
    settled: [
      ...joinRegions(shown, regions, last.from),
      ...last.lines.slice(0, state.finishedLines),
    ],
    rest: state.source + rest.join("\n"),
  };
}

interface RenderedLines {
  readonly written: readonly string[];
  readonly shown: readonly string[];
  readonly regions: readonly RenderedRegion[];
}

/** Lines that no later control can reach are settled; a region, all or nothing of it. */
function settleLines({ written, shown, regions }: RenderedLines): SettledLines {
  const reached = toReached(written);
  const cutRegion = regions.find((region) => region.from < reached && reached < region.end);
  const end = cutRegion?.from ?? reached;
  const hasRegion = regions.some(({ from }) => from >= end);
  const rest = written
    .slice(end)
    .map((line, at) => (hasRegion ? line : toOneRow(shown[end + at], line)));
  return { settled: joinRegions(shown, regions, end), rest: rest.join("\n") };
}

/** The first line a later control can reach. */
function toReached(written: readonly string[]): number {
  return Math.max(0, written.length - 1 - REACH_LINES);
}

/** A line as it shows, where that, written anew, stands as the line did: no wide character, no second row. */
function toOneRow(shown: string | undefined, written: string): string {
  const stands = shown !== undefined && shown.length < SCREEN_COLS && /^[ -~]*$/.test(shown);
  return stands ? shown : written;
}

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** After the last line end, or before a later return: neither a character nor a cursor within a line is cut there. */
function findCut(bytes: Uint8Array): number {
  const lineStart = bytes.lastIndexOf(LINE_FEED) + 1;
  let at = bytes.lastIndexOf(RETURN);
  while (at > lineStart && bytes[at - 1] === RETURN) at--;
  return Math.max(lineStart, at);
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array {
  const joined = new Uint8Array(one.length + other.length);
  joined.set(one);
  joined.set(other, one.length);
  return joined;
}
