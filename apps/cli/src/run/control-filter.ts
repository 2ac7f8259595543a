import { createUtf8Decoder } from "@termwire/terminal";

/** Makes a command's output safe to print into the person's own terminal or file. */
export interface ControlFilter {
  /** What may be printed of `bytes`; an incomplete sequence waits for the rest. */
  filter(bytes: Uint8Array): string;
  /** The rest. */
  flush(): string;
}

/** A sequence longer than this is not one. */
const MAX_SEQUENCE_CHARS = 4096;

/** What a text can hold without anything to filter. */
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/**
 * Lets through text, line ends, tabs, carriage returns, backspaces and, with `keepColours`, colours (SGR) and
 * erase-in-line. Everything else a terminal would act on is dropped, whole: titles, clipboard writes, links,
 * cursor moves, questions it would answer.
 */
export function createControlFilter(keepColours: boolean): ControlFilter {
  return new SequenceFilter(keepColours);
}

type Place = "text" | "escape" | "intermediate" | "csi" | "string" | "string-escape";

class SequenceFilter implements ControlFilter {
  readonly #keepColours: boolean;
  readonly #decoder = createUtf8Decoder();
  #place: Place = "text";
  #sequence = "";

  constructor(keepColours: boolean) {
    this.#keepColours = keepColours;
  }

  filter(bytes: Uint8Array): string {
    return this.#take(this.#decoder.decode(bytes));
  }

  flush(): string {
    return this.#take(this.#decoder.flush());
  }

  #take(text: string): string {
    if (this.#place === "text" && !CONTROL.test(text)) return text;
    let out = "";
    for (const character of text) out += this.#step(character);
    return out;
  }

  #step(character: string): string {
    switch (this.#place) {
      case "text":
        return this.#inText(character);
      case "escape":
        this.#place = afterEscape(character);
        return "";
      case "intermediate":
        this.#place = character >= " " && character <= "/" ? "intermediate" : "text";
        return "";
      case "csi":
        return this.#inSequence(character);
      case "string":
      case "string-escape":
        this.#inString(character);
        return "";
    }
  }

  #inText(character: string): string {
    if (character === "\u001b") {
      this.#place = "escape";
      this.#sequence = "";
      return "";
    }
    return isPrintable(character) ? character : "";
  }

  #inSequence(character: string): string {
    this.#sequence += character;
    if (character === "\u001b") {
      this.#place = "escape";
      this.#sequence = "";
      return "";
    }
    if (character < "@" && this.#sequence.length < MAX_SEQUENCE_CHARS) return "";
    this.#place = "text";
    return this.#keepColours && /^[\d;:]*[mK]$/.test(this.#sequence)
      ? `\u001b[${this.#sequence}`
      : "";
  }

  #inString(character: string): void {
    this.#sequence += character;
    const ends =
      character === "\u0007" ||
      (this.#place === "string-escape" && character === "\\") ||
      this.#sequence.length > MAX_SEQUENCE_CHARS;
    if (ends) this.#place = "text";
    else this.#place = character === "\u001b" ? "string-escape" : "string";
  }
}

function isPrintable(character: string): boolean {
  if ("\n\t\r\b".includes(character)) return true;
  const code = character.codePointAt(0) ?? 0;
  return code >= 0x20 && (code < 0x7f || code > 0x9f);
}

function afterEscape(character: string): Place {
  if (character === "[") return "csi";
  if ("]PX^_".includes(character)) return "string";
  return character >= " " && character <= "/" ? "intermediate" : "text";
}
