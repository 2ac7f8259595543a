/**
 * How many bytes at the end of `shown` are the beginning of `next`: the largest such number. Linear in both
 * (Knuth, Morris and Pratt).
 */
export function longestOverlap(shown: Uint8Array, next: Uint8Array): number {
  const length = Math.min(shown.length, next.length);
  const pattern = next.subarray(0, length);
  const borders = toBorders(pattern);
  let matched = 0;
  for (let at = shown.length - length; at < shown.length; at++) {
    matched = extendMatch(pattern, borders, { matched, byte: shown[at] });
  }
  return matched;
}

/** For each prefix, the length of the longest shorter prefix that also ends it. */
function toBorders(pattern: Uint8Array): Int32Array {
  const borders = new Int32Array(pattern.length);
  let matched = 0;
  for (let at = 1; at < pattern.length; at++) {
    matched = extendMatch(pattern, borders, { matched, byte: pattern[at] });
    borders[at] = matched;
  }
  return borders;
}

function extendMatch(
  pattern: Uint8Array,
  borders: Int32Array,
  { matched, byte }: { readonly matched: number; readonly byte: number | undefined },
): number {
  let length = matched;
  while (length > 0 && (length === pattern.length || pattern[length] !== byte)) {
    length = borders[length - 1] ?? 0;
  }
  return pattern[length] === byte ? length + 1 : length;
}
