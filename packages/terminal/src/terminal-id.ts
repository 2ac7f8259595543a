import { TerminalError } from "./terminal-error.ts";
import { toVisibleText } from "./visible-text.ts";

declare const terminalIdBrand: unique symbol;

/** Names one terminal. Unique within its session, never reused there, safe to print. */
export type TerminalId = string & { readonly [terminalIdBrand]: true };

/** Long enough for every id seen in the field (call ids reach 64), short enough to log. */
const MAX_ID_CHARS = 256;

/**
 * Accepts a string from outside as a terminal id.
 *
 * @throws TerminalError `invalid-id` when it is empty, longer than 256 characters or holds control characters (C0, DEL, C1).
 */
export function toTerminalId(value: string): TerminalId {
  if (value.length === 0 || value.length > MAX_ID_CHARS || hasControlCharacter(value)) {
    throw new TerminalError(
      "invalid-id",
      `terminal id: expected 1 to ${MAX_ID_CHARS} printable characters, got "${toVisibleText(value.slice(0, 80))}"`,
      { value: value.slice(0, MAX_ID_CHARS) },
    );
  }
  return value as TerminalId; // checked above: the one place where a string becomes an id
}

/** Makes an id nobody can guess (122 random bits). */
export function createTerminalId(): TerminalId {
  return toTerminalId(`term_${crypto.randomUUID()}`);
}

function hasControlCharacter(value: string): boolean {
  for (let index = 0; index < value.length; index++) {
    const unit = value.charCodeAt(index);
    if (unit < 0x20 || (unit >= 0x7f && unit <= 0x9f)) return true;
  }
  return false;
}
