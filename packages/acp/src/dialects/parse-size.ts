import type { TerminalSize } from "@termwire/terminal";
import { toFields } from "./terminal-end.ts";

/** The largest a terminal can be told. */
export const MAX_CELLS = 0xffff;

/** A terminal's size as a peer tells it; null for anything else. */
export function parseSize(size: unknown): TerminalSize | null {
  const { cols, rows } = toFields(size);
  return isCells(cols) && isCells(rows) ? { cols, rows } : null;
}

function isCells(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_CELLS;
}
