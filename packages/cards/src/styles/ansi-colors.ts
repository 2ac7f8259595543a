/** One of the sixteen colours, as text and behind text, in the light and in the dark theme. */
export interface AnsiColor {
  readonly light: string;
  readonly dark: string;
  /** Behind text, where it is another. */
  readonly lightBehind?: string;
  readonly darkBehind?: string;
}

/** What output is drawn on. */
export const OUTPUT_BACKGROUND: AnsiColor = { light: "#fbfbfc", dark: "#15171c" };

/** Output without a colour. */
export const OUTPUT_TEXT: AnsiColor = { light: "#24292f", dark: "#d9dce3" };

/**
 * In the order of the standard: black, red, green, yellow, blue, magenta, cyan, white, then the bright ones. As text
 * each has a contrast of at least 4.5 with the background of its theme, so black is not black on a dark one.
 */
export const ANSI_COLORS: readonly AnsiColor[] = [
  { light: "#24292f", dark: "#8b93a1", darkBehind: "#050608" },
  { light: "#bc2430", dark: "#f47c7c" },
  { light: "#14702f", dark: "#74c991" },
  { light: "#7f5300", dark: "#dcb35c" },
  { light: "#0b5cc0", dark: "#7db2f7" },
  { light: "#7c3fc0", dark: "#c99bf2" },
  { light: "#0a6672", dark: "#62c4d3" },
  { light: "#5d6570", dark: "#ced2da", lightBehind: "#dfe2e7" },
  { light: "#666e79", dark: "#99a1af", lightBehind: "#8a929d", darkBehind: "#474d59" },
  { light: "#cf222e", dark: "#ff9d97" },
  { light: "#1a7a37", dark: "#8fe3aa" },
  { light: "#8a5a00", dark: "#f1ce85" },
  { light: "#0969da", dark: "#a6cdff" },
  { light: "#8548d8", dark: "#ddbcff" },
  { light: "#0c7080", dark: "#8de0ec" },
  { light: "#3d444d", dark: "#f4f6f9", lightBehind: "#ffffff" },
];
