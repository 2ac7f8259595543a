/** CommonMark's least length of a fence. */
const MIN_FENCE_CHARS = 3;

/**
 * Wraps `body` in a code fence that nothing in it can close: longer than any run of backticks in the body,
 * indented or not. The body comes out as it went in, plus a line end where it has none.
 */
export function toFencedBlock(body: string, language: string): string {
  const fence = "`".repeat(Math.max(MIN_FENCE_CHARS, longestBacktickRun(body) + 1));
  const newline = body === "" || body.endsWith("\n") ? "" : "\n";
  return `${fence}${language}\n${body}${newline}${fence}`;
}

/** A fenced block found in a text: what is inside, and what follows it. */
export interface FencedBlock {
  readonly before: string;
  /** Ends in a line end unless empty. */
  readonly body: string;
  readonly after: string;
}

/**
 * The first fenced block of `text`, by CommonMark's rule that only a fence at least as long closes it.
 * Null when there is none; a block nobody closed ends with the text.
 */
export function parseFencedBlock(text: string): FencedBlock | null {
  const open = /^(`{3,})[^`\n]*\n/m.exec(text);
  if (open === null) return null;
  const [line, fence = ""] = open;
  const bodyStart = open.index + line.length;
  const close = new RegExp(`^ {0,3}\`{${fence.length},}[ \\t]*$`, "m").exec(text.slice(bodyStart));
  const bodyEnd = close === null ? text.length : bodyStart + close.index;
  return {
    before: text.slice(0, open.index),
    body: text.slice(bodyStart, bodyEnd),
    after: close === null ? "" : text.slice(bodyEnd + close[0].length),
  };
}

function longestBacktickRun(text: string): number {
  let longest = 0;
  for (const run of text.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  return longest;
}
