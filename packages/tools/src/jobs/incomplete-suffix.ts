import { incompleteUtf8Suffix } from "@termwire/terminal";

/**
 * A carriage return whose line feed may follow, or a control sequence without its end. Each byte is one character.
 */
const UNFINISHED =
  // oxlint-disable-next-line no-control-regex -- control characters are what this is about
  /(?:\r+|\u001b(?:\[[0-?]*[ -/]*|[ -/]*|[\]PX^_][^\u0007\u001b]*\u001b?)?)$/;

/** How many bytes at the end say nothing until more come: part of a character or of a control sequence. */
export function incompleteSuffix(bytes: Uint8Array): number {
  const character = incompleteUtf8Suffix(bytes);
  if (character > 0) return character;
  return UNFINISHED.exec(String.fromCharCode(...bytes))?.[0].length ?? 0;
}
