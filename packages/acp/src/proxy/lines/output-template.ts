import { toFields } from "../../dialects/terminal-end.ts";
import type { WireLine } from "./wire-line.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Stands in for the output while its place is looked for; needs no escape. */
const PROBE = "a stretch of output";
/** A message has the name of its output's member once or twice; more are other data. */
const MAX_CANDIDATES = 4;

/** A message that carries a stretch of output, seen once: the next ones differ in nothing but the output. */
export interface OutputTemplate {
  /** The output of a line like it, as it is written between its quotes; null for any other line. */
  read(line: Uint8Array): Uint8Array | null;
}

/**
 * Creates the template of a line whose output stands at `path`, as a string; null when its place cannot be told.
 *
 * That a line is like it is then known without parsing: it has the same bytes before and after one string. A string
 * that is none in JSON makes a broken line, which passes as well.
 */
export function createOutputTemplate(
  { bytes, text }: WireLine,
  path: readonly [...string[], string],
): OutputTemplate | null {
  const pattern = new RegExp(`${JSON.stringify(path.at(-1))}\\s*:\\s*"`, "g");
  for (const match of [...text.matchAll(pattern)].slice(0, MAX_CANDIDATES)) {
    const start = match.index + match[0].length;
    const [head, tail] = [text.slice(0, start), text.slice(findEnd(text, start))];
    if (readAt(`${head}${PROBE}${tail}`, path) === PROBE) return toTemplate(head, tail, bytes);
  }
  return null;
}

/** The offset of the quote that ends a string; the end of the text when none does. */
function findEnd(text: string, start: number): number {
  let at = text.indexOf('"', start);
  while (at !== -1 && isEscapedIn(text, start, at)) at = text.indexOf('"', at + 1);
  return at === -1 ? text.length : at;
}

function isEscapedIn(text: string, start: number, at: number): boolean {
  let from = at;
  while (from > start && text[from - 1] === "\\") from--;
  return (at - from) % 2 === 1;
}

function readAt(text: string, path: readonly string[]): unknown {
  try {
    const message: unknown = JSON.parse(text);
    return path.reduce((value, key) => toFields(value)[key], message);
  } catch {
    return undefined;
  }
}

function toTemplate(headText: string, tailText: string, line: Uint8Array): OutputTemplate | null {
  const encoder = new TextEncoder();
  const [head, tail] = [encoder.encode(headText), encoder.encode(tailText)];
  const read = (bytes: Uint8Array): Uint8Array | null => {
    const end = bytes.length - tail.length;
    if (end < head.length || !hasAt(bytes, head, 0) || !hasAt(bytes, tail, end)) return null;
    const output = bytes.subarray(head.length, end);
    return isOneString(output) ? output : null;
  };
  // A line that is no UTF-8 has other bytes than its text.
  return read(line) === null ? null : { read };
}

function hasAt(bytes: Uint8Array, part: Uint8Array, at: number): boolean {
  for (let index = 0; index < part.length; index++) {
    if (bytes[at + index] !== part[index]) return false;
  }
  return true;
}

/** No quote in it ends the string, and it does not take away the quote that does. */
function isOneString(output: Uint8Array): boolean {
  for (let at = output.indexOf(QUOTE); at !== -1; at = output.indexOf(QUOTE, at + 1)) {
    if (!isEscaped(output, at)) return false;
  }
  return !isEscaped(output, output.length);
}

function isEscaped(output: Uint8Array, at: number): boolean {
  let from = at;
  while (output[from - 1] === BACKSLASH) from--;
  return (at - from) % 2 === 1;
}
