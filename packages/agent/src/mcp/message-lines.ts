import { createUtf8Decoder, type Utf8Decoder } from "@termwire/terminal";

/** A message of more than that is none; results of tools are cut far below it. */
const MAX_LINE_CHARACTERS = 16 * 1024 * 1024;

/** Cuts a server's output into lines, however it comes. */
export class MessageLines {
  readonly #decoder: Utf8Decoder = createUtf8Decoder();
  /** The beginning of a line that has not ended yet. */
  #pending: string[] = [];
  #pendingLength = 0;

  /**
   * Takes the next bytes; gives the lines that end in them, without their ends.
   *
   * @throws Error when a line gets too long.
   */
  take(bytes: Uint8Array): readonly string[] {
    const [first = "", ...rest] = this.#decoder.decode(bytes).split("\n");
    this.#keep(first);
    if (rest.length === 0) return [];
    const last = rest.pop() ?? "";
    const lines = [this.#pending.join(""), ...rest];
    this.#pending = [];
    this.#pendingLength = 0;
    this.#keep(last);
    return lines.map((line) => line.replace(/\r$/u, ""));
  }

  #keep(text: string): void {
    this.#pendingLength += text.length;
    if (this.#pendingLength > MAX_LINE_CHARACTERS) {
      throw new Error("it sent a message without an end");
    }
    if (text !== "") this.#pending.push(text);
  }
}
