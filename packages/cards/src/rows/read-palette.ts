import type { Palette } from "./cell-colors.ts";
import type { Rgb } from "./contrast.ts";

/** Reads the colours that the style sheets around `host` come to. Whoever changes the theme reads them anew. */
export function readPalette(host: HTMLElement): Palette {
  const probe = document.createElement("span");
  probe.hidden = true;
  host.append(probe);
  const style = getComputedStyle(probe);
  const read = (name: string): Rgb => {
    probe.style.setProperty("color", `var(--_${name})`);
    return parseRgb(style.color);
  };
  const sixteen = (prefix: string): readonly Rgb[] =>
    Array.from({ length: 16 }, (_, index) => read(`${prefix}${index}`));
  const palette = {
    fg: read("text"),
    bg: read("ground"),
    text: sixteen("ansi-"),
    behind: sixteen("behind-"),
  };
  probe.remove();
  return palette;
}

/** Computed colours of the common kind read `rgb(1, 2, 3)`; of the others the first three numbers are taken. */
function parseRgb(color: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/gu) ?? []).map(Number);
  const scale = color.startsWith("color(") ? 255 : 1;
  return [red * scale, green * scale, blue * scale];
}
