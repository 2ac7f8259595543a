/** A colour as red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** What WCAG asks for text of this size. */
export const READABLE_RATIO = 4.5;

/** How far apart two colours are in brightness, from 1 to 21, as WCAG defines it. */
export function contrastRatio(a: Rgb, b: Rgb): number {
  const [lighter, darker] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** `fg`, moved towards black or white just as far as text on `bg` needs to be read. */
export function readableOn(fg: Rgb, bg: Rgb): Rgb {
  if (contrastRatio(fg, bg) >= READABLE_RATIO) return fg;
  const white: Rgb = [255, 255, 255];
  const black: Rgb = [0, 0, 0];
  const target = contrastRatio(white, bg) >= contrastRatio(black, bg) ? white : black;
  for (let share = 0.1; share < 1; share += 0.1) {
    const moved = mix(fg, target, share);
    if (contrastRatio(moved, bg) >= READABLE_RATIO) return moved;
  }
  return target;
}

/** `share` of `b` in `a`. */
export function mix(a: Rgb, b: Rgb, share: number): Rgb {
  const channel = (x: number, y: number): number => Math.round(x + (y - x) * share);
  return [channel(a[0], b[0]), channel(a[1], b[1]), channel(a[2], b[2])];
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
