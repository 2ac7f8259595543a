import type { KeyModes } from "../emulator/emulator.ts";

/** Controls that a person does not mean to type by pasting, all but tab and the ends of lines. */
const CONTROLS = /(?![\t\r\n])\p{Cc}/gu;

/**
 * Pasted text as a terminal sends it: ends of lines as the Enter key, no other control characters, and marked as
 * pasted where the program asked for that. Without controls no paste can end its own mark.
 */
export function pasteText(text: string, { isBracketedPaste }: KeyModes): string {
  const typed = text.replaceAll(CONTROLS, "").replaceAll(/\r?\n/gu, "\r");
  return isBracketedPaste ? `\u001b[200~${typed}\u001b[201~` : typed;
}
