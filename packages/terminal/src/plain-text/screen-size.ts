/**
 * Wide, because programs that redraw a line keep it shorter than their terminal: a screen narrower than theirs
 * would leave a piece of every redraw behind, a wider one shows the same.
 */
export const SCREEN_COLS = 240;

/** As tall as terminals get, so that moving up reaches every line a program can mean. */
export const SCREEN_ROWS = 50;
