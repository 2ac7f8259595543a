/** Where a link may lead. Everything else (scripts, data, files, other programs) is shown and does not lead anywhere. */
const SCHEMES: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

/** The address a link may have; null for one that is shown as text. Relative ones lead nowhere on this page. */
export function toSafeLink(href: string): string | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  return SCHEMES.has(url.protocol) ? url.href : null;
}
