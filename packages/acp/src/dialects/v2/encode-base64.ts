const ALPHABET = new TextEncoder().encode(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
);
const PADDING = 0x3d;

/** `bytes` as padded base64 text. Linear, and fast enough for megabytes a second many times over. */
export function encodeBase64(bytes: Uint8Array): string {
  const text = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  let at = 0;
  for (let from = 0; from < bytes.length; from += 3) {
    const first = bytes[from] ?? 0;
    const second = bytes[from + 1] ?? 0;
    const third = bytes[from + 2] ?? 0;
    text[at] = toDigit(first >> 2);
    text[at + 1] = toDigit(((first & 0x03) << 4) | (second >> 4));
    text[at + 2] = toDigit(((second & 0x0f) << 2) | (third >> 6));
    text[at + 3] = toDigit(third & 0x3f);
    at += 4;
  }
  text.fill(PADDING, text.length - ((3 - (bytes.length % 3)) % 3));
  return new TextDecoder().decode(text);
}

function toDigit(value: number): number {
  return ALPHABET[value] ?? PADDING;
}
