import type { UpdateFields } from "../../dialects/terminal-decoder.ts";

/** More than any client leaves open; answers to any more pass as they are. */
const MAX_OPEN = 65_536;

/** How the answers to open requests are put into the other version, by the text of their ids. */
export class PendingAnswers {
  readonly #open = new Map<string, (result: UpdateFields) => UpdateFields>();

  add(idText: string, toResult: (result: UpdateFields) => UpdateFields): void {
    if (this.#open.size < MAX_OPEN) this.#open.set(idText, toResult);
  }

  /** Hands over and forgets. */
  take(idText: string): ((result: UpdateFields) => UpdateFields) | null {
    const toResult = this.#open.get(idText) ?? null;
    this.#open.delete(idText);
    return toResult;
  }
}
