const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  copy: "©",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  larr: "←",
  rarr: "→",
  times: "×",
};

const LAST_CODE_POINT = 0x10_ff_ff;

/** `text` with the usual character references as the characters; the others stay as they are written. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/giu, (whole, ...parts) => {
    const [decimal, hex, name] = parts.map((part: unknown) =>
      typeof part === "string" ? part : null,
    );
    if (typeof name === "string") return NAMED[name] ?? whole;
    const code = typeof decimal === "string" ? Number(decimal) : Number.parseInt(hex ?? "", 16);
    return code > 0 && code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole;
  });
}
