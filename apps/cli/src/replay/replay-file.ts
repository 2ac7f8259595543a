import { once } from "node:events";
import { createReadStream } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { displayTerminals } from "@termwire/acp/client";
import { EXIT } from "../exit-status.ts";
import { createCardPrinter } from "../run/card-printer.ts";
import { chooseCardStyle } from "../run/card-style.ts";
import { createJsonPrinter } from "../run/json-printer.ts";
import { createTurnReader } from "../turn/read-turns.ts";
import { parseRecord, type TrafficRecord } from "./parse-record.ts";
import { splitLines } from "./split-lines.ts";

/** Everything `termwire replay` was told, with defaults decided. */
export interface ReplayOptions {
  /** `-` is stdin. */
  readonly file: string;
  readonly json: boolean;
  /** How many times faster than recorded; null for as fast as possible. */
  readonly speed: number | null;
  /** Shows this session only; null for all. */
  readonly sessionId: string | null;
}

/**
 * Shows a recording as its client would have. Resolves with the exit status: lines that are no record are said on
 * stderr and passed over. Memory is one line and what the cards hold.
 */
export async function replayFile(options: ReplayOptions): Promise<number> {
  const replay = createReplay(options);
  const pace = createPace(options.speed);
  let broken = 0;
  let outputGone = false;
  process.stdout.on("error", () => (outputGone = true));
  try {
    for await (const { number, text } of splitLines(openFile(options.file))) {
      if (outputGone) return EXIT.brokenPipe;
      const record = text === null ? TOO_LONG : parseRecord(text);
      if (record === null) continue;
      if (record.kind === "broken") {
        broken += 1;
        process.stderr.write(`termwire: ${options.file}:${number}: ${record.problem}\n`);
        continue;
      }
      await pace(record.timeMs);
      replay.take(record);
      if (process.stdout.writableNeedDrain) await once(process.stdout, "drain").catch(() => null);
    }
  } catch (error) {
    return explain(options.file, error);
  }
  replay.close();
  return broken === 0 ? EXIT.ok : EXIT.failure;
}

const TOO_LONG = { kind: "broken", problem: "the line is too long to be a message" } as const;

function openFile(file: string): AsyncIterable<Uint8Array> {
  return file === "-" ? process.stdin : createReadStream(file, { highWaterMark: 1024 * 1024 });
}

function createReplay({ json, sessionId }: ReplayOptions) {
  let timeMs = 0;
  const print = (text: string): void => void process.stdout.write(text);
  const printer = json
    ? createJsonPrinter(print, () => timeMs)
    : createCardPrinter(print, chooseCardStyle(process.stdout.isTTY, process.env));
  const isShown = (id: string): boolean => sessionId === null || id === sessionId;
  const terminals = displayTerminals({
    nowMs: () => timeMs,
    onEvent: (event) => {
      if (isShown(event.sessionId)) printer.terminal(event);
    },
  });
  const turns = createTurnReader({
    onWords: (text, id) => {
      if (isShown(id)) printer.message(text);
    },
    onTurnEnd: (stopReason, id) => {
      if (isShown(id)) printer.turn(stopReason);
    },
  });
  return {
    take(record: TrafficRecord): void {
      timeMs = record.timeMs;
      if (record.kind === "raw") return;
      const way = record.direction === "a2c" ? "receive" : "send";
      terminals[way](record.message);
      turns[way](record.message);
    },
    close(): void {
      terminals.close("the recording ends here");
      printer.close();
    },
  };
}

/** Waits until a record's time has come, counted from the first. */
function createPace(speed: number | null): (timeMs: number) => Promise<void> {
  const startMs = performance.now();
  let firstMs: number | null = null;
  return async (timeMs) => {
    if (speed === null) return;
    firstMs ??= timeMs;
    const waitMs = (timeMs - firstMs) / speed - (performance.now() - startMs);
    if (waitMs > 0) await sleep(waitMs);
  };
}

function explain(file: string, error: unknown): number {
  if (!(error instanceof Error) || !("code" in error)) throw error;
  process.stderr.write(`termwire: cannot read ${file}: ${error.message}\n`);
  return EXIT.noInput;
}
