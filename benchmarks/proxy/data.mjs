/** What one update of a quick agent carries. */
export const DATA = `${"x".repeat(79)}\n`.repeat(800);
