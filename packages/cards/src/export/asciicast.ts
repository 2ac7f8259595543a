import { createUtf8Decoder } from "@termwire/terminal";
import type { CardRecord } from "../record/card-record.ts";

/** A player needs a size; that of a terminal since ever, where the command had none. */
const FALLBACK_SIZE = { cols: 80, rows: 24 };

const MS_PER_SECOND = 1000;

type CastEvent = readonly [seconds: number, code: "o" | "r" | "m", data: string];

/**
 * The output kept of a terminal as a recording in the format asciicast v2: one line of facts, then one line for every
 * moment something came, with the seconds since the first. Output that is no longer kept is not in it.
 */
export function toAsciicast(record: CardRecord): string {
  const size = record.sizes[0]?.size ?? FALLBACK_SIZE;
  const { startedAtMs = null, command = null } = record.state ?? {};
  const header = {
    version: 2,
    width: size.cols,
    height: size.rows,
    ...(startedAtMs === null ? {} : { timestamp: Math.floor(startedAtMs / MS_PER_SECOND) }),
    ...(command === null ? {} : { command, title: command }),
  };
  const events = [...sizeEvents(record), ...gapEvents(record), ...outputEvents(record)];
  events.sort((a, b) => a[0] - b[0]);
  return [header, ...events].map((line) => `${JSON.stringify(line)}\n`).join("");
}

function outputEvents({ output, times, sizes }: CardRecord): readonly CastEvent[] {
  const decoder = createUtf8Decoder();
  const events: CastEvent[] = [];
  let offset = output.startOffset;
  let afterReturn = false;
  for (const { endOffset, atMs } of times.entries) {
    if (endOffset <= offset) continue;
    const decoded = decoder.decode(output.read(offset, endOffset - offset).bytes);
    offset = endOffset;
    const shown = offset === output.endOffset ? decoded + decoder.flush() : decoded;
    if (shown === "") continue;
    events.push([seconds(atMs), "o", sizes.length > 0 ? shown : withReturns(shown, afterReturn)]);
    afterReturn = shown.endsWith("\r");
  }
  return events;
}

/** A command without a terminal ends its lines with a line feed alone, which a player would draw as stairs. */
function withReturns(text: string, afterReturn: boolean): string {
  const converted = text.replaceAll(/(?<!\r)\n/gu, "\r\n");
  return afterReturn && text.startsWith("\n") ? converted.slice(1) : converted;
}

function sizeEvents({ sizes }: CardRecord): readonly CastEvent[] {
  return sizes
    .slice(1)
    .map(({ size, atMs }): CastEvent => [seconds(atMs), "r", `${size.cols}x${size.rows}`]);
}

/** Marks stand before the output that comes after what is missing. */
function gapEvents({ gaps, times }: CardRecord): readonly CastEvent[] {
  return gaps.flatMap(({ offset, lostBytes }) => {
    const after = times.entries.find(({ endOffset }) => endOffset > offset) ?? times.entries.at(-1);
    return after === undefined
      ? []
      : [[seconds(after.atMs), "m", `${lostBytes} bytes missing`] as const];
  });
}

function seconds(ms: number): number {
  return Math.round(ms) / MS_PER_SECOND;
}
