import { unsafeCSS, type CSSResult } from "lit";
import { ANSI_COLORS, OUTPUT_BACKGROUND, OUTPUT_TEXT, type AnsiColor } from "./ansi-colors.ts";

function themed(light: string, dark: string): string {
  return `light-dark(${light}, ${dark})`;
}

function ansiRules(color: AnsiColor, index: number): string {
  const { light, dark, lightBehind = light, darkBehind = dark } = color;
  return `--_ansi-${index}: var(--terminal-card-ansi-${index}, ${themed(light, dark)});
    --_behind-${index}: var(--terminal-card-ansi-${index}-behind, ${themed(lightBehind, darkBehind)});`;
}

/** The colours of the output as properties, and a class for each of the sixteen. All of it is our own text. */
export const PALETTE_STYLES: CSSResult = unsafeCSS(`
  :host {
    --_ground: var(--terminal-card-output-background, ${themed(OUTPUT_BACKGROUND.light, OUTPUT_BACKGROUND.dark)});
    --_text: var(--terminal-card-output-color, ${themed(OUTPUT_TEXT.light, OUTPUT_TEXT.dark)});
    ${ANSI_COLORS.map(ansiRules).join("\n")}
  }
  ${ANSI_COLORS.map((_, index) => `.ansi-${index} { color: var(--_ansi-${index}); }`).join("\n")}
`);
