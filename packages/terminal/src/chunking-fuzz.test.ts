import { expect, it } from "vitest";
import { createHeadTailBuffer } from "./head-tail-buffer.ts";
import { createOutputLog } from "./output-log.ts";
import { createUtf8Decoder } from "./utf8-decoder.ts";

/** Enough for every run of the tests; `TERMWIRE_FUZZ_RUNS=1000000` takes some minutes. */
const RUNS = Number(process.env["TERMWIRE_FUZZ_RUNS"] ?? 10_000);
/** Run n has seed + n, so that one that failed can be repeated alone. */
const SEED = Number(process.env["TERMWIRE_FUZZ_SEED"] ?? 1);

/** Numbers below `limit`, the same for the same seed. */
type Random = (limit: number) => number;

/** Mulberry32. */
function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** Whole characters of every length, their parts, and bytes that are in no character. */
const PIECES = ["é", "€", "😀", "\u{10FFFF}", "\uFEFF", "\uFFFD", "\r\n", "\u0000"].map((text) =>
  Buffer.from(text),
);
const EDGES = [0x7f, 0x80, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xed, 0xf0, 0xf4, 0xff];

function createBytes(random: Random, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length;) {
    const kind = random(8);
    const piece = PIECES[random(PIECES.length)] ?? Buffer.alloc(0);
    if (kind < 3) bytes[at++] = 0x20 + random(0x5f);
    else if (kind < 4) bytes[at++] = random(256);
    else if (kind < 5) bytes[at++] = EDGES[random(EDGES.length)] ?? 0;
    else at += piece.copy(bytes, at);
  }
  return bytes;
}

/** The bytes in chunks of any size, many of them empty or of one byte. */
function createChunks(random: Random, bytes: Buffer): Buffer[] {
  const largest = 1 + random(random(2) === 0 ? 4 : bytes.length + 1);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const chunk = bytes.subarray(at, at + random(largest + 1));
    chunks.push(chunk);
    at += chunk.length;
  }
  return chunks;
}

/** Throws unless both are the same bytes. */
function same(what: string, actual: Uint8Array, expected: Uint8Array): void {
  if (!Buffer.from(actual.buffer, actual.byteOffset, actual.length).equals(expected)) {
    throw new Error(`${what}: ${String(actual)} instead of ${String(expected)}`);
  }
}

function is(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: ${String(actual)} is not ${String(expected)}`);
}

/** A log is the newest bytes of an array, at the places they have in the array. */
function checkLog(random: Random, chunks: readonly Buffer[], all: Buffer): void {
  const limit = random(3) === 0 ? random(5) : random(all.length + 10);
  const log = createOutputLog(limit);
  let end = 0;
  let follower = 0;
  for (const chunk of chunks) {
    log.append(chunk);
    end += chunk.length;
    const start = Math.max(0, end - limit);
    is("end", log.endOffset, end);
    is("start", log.startOffset, start);
    if (random(4) !== 0) continue;
    const offset = random(2) === 0 ? follower : random(end + 1);
    const maxBytes = random(2) === 0 ? all.length : random(20);
    const slice = log.read(offset, maxBytes);
    const from = Math.max(offset, start);
    is("lost", slice.lostBytes, from - offset);
    is("next", slice.next, Math.min(end, from + maxBytes));
    same("slice", slice.bytes, all.subarray(from, slice.next));
    follower = slice.next;
  }
}

const decodeAtOnce = (bytes: Uint8Array): string =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

const countOf = (text: string, part: string): number => text.split(part).length - 1;

/** A decoder gives what decoding everything at once gives, and counts what stands for no character. */
function checkDecoder(chunks: readonly Buffer[], all: Buffer): void {
  const decoder = createUtf8Decoder();
  let text = "";
  for (const chunk of chunks) text += decoder.decode(chunk);
  text += decoder.flush();
  const expected = decodeAtOnce(all);
  is("text", text, expected);
  const spelledOut = countOf(all.toString("latin1"), "\u00EF\u00BF\u00BD");
  is("replaced", decoder.replacedCount, countOf(expected, "\uFFFD") - spelledOut);
}

/** The end of `bytes` that a strict decoder would wait with. */
function incompleteEnd(bytes: Buffer): number {
  for (let length = Math.min(3, bytes.length); length > 0; length--) {
    const end = bytes.subarray(bytes.length - length);
    if ((end[0] ?? 0) < 0xc0) continue;
    try {
      const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
      if (decoder.decode(end, { stream: true }) === "") return length;
    } catch {
      // It is no beginning of a character.
    }
  }
  return 0;
}

/** Up to three bytes that continue a character; none when they continue nothing that could be one. */
function brokenStart(bytes: Buffer): number {
  const length = bytes.findIndex((byte) => byte < 0x80 || byte > 0xbf);
  const continued = length === -1 ? bytes.length : length;
  return continued > 3 ? 0 : continued;
}

/** A head-and-tail buffer is both ends of an array, and of one with holes what is before the first and after the last. */
function checkHeadTail(random: Random, chunks: readonly Buffer[], all: Buffer): void {
  const limits = { headBytes: random(random(2) === 0 ? 6 : 80), tailBytes: random(80) };
  const holes = random(3) === 0;
  const buffer = createHeadTailBuffer(limits);
  let [at, skipped, headEnd, tailStart] = [0, 0, all.length, 0];
  for (const chunk of chunks) {
    if (holes && random(5) === 0) {
      const bytes = random(3);
      buffer.skip(bytes);
      skipped += bytes;
      if (bytes > 0) [headEnd, tailStart] = [Math.min(headEnd, at), at];
    }
    buffer.append(chunk);
    at += chunk.length;
  }
  const { head, tail, omittedBytes, totalBytes } = buffer.read();
  headEnd = Math.min(headEnd, limits.headBytes);
  const tailFrom = Math.max(tailStart, headEnd, all.length - limits.tailBytes);
  const isWhole = skipped === 0 && tailFrom === headEnd;
  const [first, last] = [all.subarray(0, headEnd), all.subarray(tailFrom)];
  const cut = isWhole ? all : first.subarray(0, first.length - incompleteEnd(first));
  same("head", head, cut);
  same("tail", tail, isWhole ? Buffer.alloc(0) : last.subarray(brokenStart(last)));
  is("total", totalBytes, all.length + skipped);
  is("omitted", omittedBytes, totalBytes - head.length - tail.length);
}

/** Most are short, where the edges are; some are longer than several blocks of a log. */
function createLength(random: Random): number {
  if (random(2_000) === 0) return random(400_000);
  return random(random(2) === 0 ? 12 : 200);
}

it(
  `${RUNS} random chunkings of random bytes are what naive models make of them`,
  { timeout: 0 },
  () => {
    const failures: string[] = [];
    for (let seed = SEED; seed < SEED + RUNS && failures.length < 3; seed++) {
      const random = createRandom(seed);
      const all = createBytes(random, createLength(random));
      const chunks = createChunks(random, all);
      try {
        checkLog(random, chunks, all);
        checkDecoder(chunks, all);
        checkHeadTail(random, chunks, all);
      } catch (error) {
        failures.push(`seed ${seed}: ${String(error).slice(0, 500)}`);
      }
    }
    expect(failures).toEqual([]);
  },
);
