/** Checks a key; without the line end that many files leave on it, or null when no header could carry it. */
export function parseKey(text: string): string | null {
  const key = text.trim();
  return /^[\x21-\x7e]+$/u.test(key) ? key : null;
}
