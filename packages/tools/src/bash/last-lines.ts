/** A text whose lines are taken from the end. */
export class LastLines {
  #rest: string | null;

  constructor(text: string) {
    this.#rest = text;
  }

  get rest(): string {
    return this.#rest ?? "";
  }

  /** What `parse` reads in the last line, which is taken off then. */
  take<Value>(parse: (line: string) => Value | null): Value | null {
    if (this.#rest === null) return null;
    const lineEnd = this.#rest.lastIndexOf("\n");
    const value = parse(this.#rest.slice(lineEnd + 1));
    if (value !== null) this.#rest = lineEnd === -1 ? null : this.#rest.slice(0, lineEnd);
    return value;
  }
}
