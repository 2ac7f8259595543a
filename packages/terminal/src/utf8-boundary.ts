/**
 * Where a character starts at or after `from`: skips at most three continuation bytes, so that a cut there never
 * splits a character. Bytes that are not UTF-8 at all are left where they are.
 */
export function nextUtf8Boundary(bytes: Uint8Array, from: number): number {
  const limit = Math.min(bytes.length, from + 3);
  let at = from;
  while (at < limit && isContinuation(bytes[at])) at++;
  return isContinuation(bytes[at]) ? from : at;
}

/**
 * How many bytes at the end of `bytes` are the valid beginning of a character that is not complete yet (0 to 3).
 * They are what a decoder must keep for the next chunk, by the same rule as the Encoding standard: a prefix that
 * can no longer become a character is not kept.
 */
export function incompleteUtf8Suffix(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const lead = bytes[bytes.length - back] ?? 0;
    if (isContinuation(lead)) continue;
    return back < sequenceLength(lead) && isValidPrefix(bytes, bytes.length - back) ? back : 0;
  }
  return 0;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 1;
}

/** The second byte has a narrower range after four leads: no overlong forms, no surrogates, nothing past U+10FFFF. */
function isValidPrefix(bytes: Uint8Array, at: number): boolean {
  const second = bytes[at + 1];
  if (second === undefined) return true;
  switch (bytes[at]) {
    case 0xe0:
      return second >= 0xa0;
    case 0xed:
      return second <= 0x9f;
    case 0xf0:
      return second >= 0x90;
    case 0xf4:
      return second <= 0x8f;
    default:
      return true;
  }
}
