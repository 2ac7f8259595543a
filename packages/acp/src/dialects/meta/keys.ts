/** The `_meta` keys of the display-terminal convention. */
export const META_KEYS = {
  info: "terminal_info",
  output: "terminal_output",
  outputDelta: "terminal_output_delta",
  exit: "terminal_exit",
} as const;

/** The two names under which clients ask for output. */
export type OutputKey = typeof META_KEYS.output | typeof META_KEYS.outputDelta;

/** Our own additions live under one key: what the convention has no words for. */
export const EXTENSION_KEY = "termwire";
